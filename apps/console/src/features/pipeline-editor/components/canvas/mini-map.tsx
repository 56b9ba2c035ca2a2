import { useReactFlow, useStore, type ReactFlowState } from '@xyflow/react';
import { useEffect, useMemo, useRef, type PointerEvent } from 'react';
import { useTexts } from '#i18n/index.ts';
import type { Box } from '../../model/box-grid.ts';
import { mapPaths, mapView } from '../../model/mini-map.ts';
import type { CardNode } from '../../model/projection.ts';
import { editorTexts } from '../../texts.ts';

const size = { width: 148, height: 124 };
const zoomStep = 1.2;

const cardsOf = (state: ReactFlowState) => state.nodes as CardNode[];
const transformOf = (state: ReactFlowState) => state.transform;
const stageWidth = (state: ReactFlowState) => state.width;
const stageHeight = (state: ReactFlowState) => state.height;

/** All cards in small, and the part in sight; a press or a drag goes there, the wheel zooms. One drawing, however many cards there are. */
export function MiniMap() {
  const t = useTexts(editorTexts);
  const flow = useReactFlow();
  const nodes = useStore(cardsOf);
  const [x, y, zoom] = useStore(transformOf);
  const [width, height] = [useStore(stageWidth), useStore(stageHeight)];
  const svg = useRef<SVGSVGElement>(null);
  const sight: Box = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  const cards = useMemo(
    () => nodes.map(({ position, data: { shape, node } }) => ({ ...position, width: shape.width, height: shape.height, kind: node.kind })),
    [nodes],
  );
  const paths = useMemo(() => mapPaths(cards), [cards]);
  const view = mapView(cards, sight, size);
  useEffect(() => {
    const element = svg.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      void flow.zoomTo(flow.getZoom() * (event.deltaY < 0 ? zoomStep : 1 / zoomStep));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [flow]);
  const go = (event: PointerEvent<SVGSVGElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const at = (offset: number, whole: number, from: number, length: number) => from + (offset / whole) * length;
    void flow.setCenter(
      at(event.clientX - box.x, box.width, view.x, view.width),
      at(event.clientY - box.y, box.height, view.y, view.height),
      { zoom },
    );
  };
  return (
    <div className="pe-minimap ui-pop">
      <svg
        ref={svg}
        role="img"
        aria-label={t('minimap')}
        {...size}
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={go}
      >
        {(['label', 'action', 'datasink'] as const).map((kind) => (
          <path key={kind} className={`pe-map-${kind}`} d={paths[kind]} />
        ))}
        <path
          className="pe-map-mask"
          fillRule="evenodd"
          d={`M${view.x},${view.y}h${view.width}v${view.height}h${-view.width}zM${sight.x},${sight.y}h${sight.width}v${sight.height}h${-sight.width}z`}
        />
        <rect
          className="pe-map-sight"
          x={sight.x}
          y={sight.y}
          width={sight.width}
          height={sight.height}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  );
}
