import TalynMoya
