@_exported import TalynMoya
