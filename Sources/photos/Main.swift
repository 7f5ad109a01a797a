import Talyn

@main
struct Photos {
    static func main() async {}
}
