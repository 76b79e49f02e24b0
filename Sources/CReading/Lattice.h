#pragma once

#include "Mesh.h"
#include "Reading.h"

#include <optional>

/// The modules of a code on strongly bent paper, followed from one to the next, beginning at its corner finder.
///
/// A surface through alignment patterns, 20 modules and more apart, doesn't know how the paper bends between them. Here
/// each step lays the grid where the modules around it have the cleanest colours, and tells how the grid goes on.
class Lattice {
public:
    Lattice(const Luma &luma, const Corner &corner, int expectedVersion, const Budget &budget);

    /// The version, by the number of modules to the other two finders; none where the grid didn't get there.
    std::optional<int> version() const { return foundVersion; }
    Point map(Point module) const;

private:
    /// The grid at one module's centre: where it is, and how far the next ones are.
    struct Node {
        Point pixel, right, down;
        double clearness = 0;
        bool isKnown = false;
    };

    const Luma &luma;
    std::vector<Node> nodes;
    /// Nodes on a side that a code of about the expected version has at most.
    int most = perSide;
    std::optional<int> foundVersion;

    static constexpr int step = 2, perSide = 94;
    static Point moduleOf(int column, int row) { return {3.5 + step * (column - 2), 3.5 + step * (row - 2)}; }
    Node &at(int column, int row) { return nodes[size_t(row * perSide + column)]; }
    const Node &at(int column, int row) const { return nodes[size_t(row * perSide + column)]; }

    void grow(const Budget &budget);
    Node predicted(int column, int row) const;
    void improve(Node &node) const;
    template <typename Change> void vary(Node &node, Change change) const;
    double clearness(const Node &node) const;
    const Node *nearest(Point module, Point &nodeModule) const;
    std::optional<double> moduleUnder(Point pixel, bool across) const;
    void findVersion(const Corner &corner);
};
