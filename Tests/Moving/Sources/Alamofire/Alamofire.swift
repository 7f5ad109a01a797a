@_exported import TalynAlamofire
