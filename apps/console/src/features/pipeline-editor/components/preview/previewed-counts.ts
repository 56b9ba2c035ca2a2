/** Events by port. */
export type PortCounts = ReadonlyMap<string | undefined, number>;

let shown: { readonly node: string; readonly counts: PortCounts } | undefined;

/** What the preview sees at each port of its step now, for a person who chooses one. */
export const previewedCounts = {
  /** The way to take it away again. */
  show(node: string, counts: PortCounts): () => void {
    const mine = { node, counts };
    shown = mine;
    return () => {
      if (shown === mine) shown = undefined;
    };
  },
  of: (node: string): PortCounts | undefined => (shown?.node === node && shown.counts.size > 0 ? shown.counts : undefined),
};
