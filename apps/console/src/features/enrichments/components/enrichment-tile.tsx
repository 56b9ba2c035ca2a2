import { Icon, Tile } from '@acequia/ui';

export function EnrichmentTile({ size = 28 }: { readonly size?: 20 | 28 | 36 }) {
  return (
    <Tile tone="enrichment" size={size}>
      <Icon name="enrichment" size={size > 20 ? 16 : 14} />
    </Tile>
  );
}
