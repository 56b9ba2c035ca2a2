import './flow.css';
import { useMemo, useState, type ReactNode } from 'react';
import { classNames, Menu, toneClass } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { columns, pathThrough, type FlowGraph, type FlowNode } from './flow-graph.ts';
import { barWidth, layOut, type PlacedNode } from './sankey-layout.ts';
import { flowTexts } from './texts.ts';
import { useNodeName } from './use-node-name.ts';
import { useWidth } from './use-width.ts';

export interface SankeyProps {
  readonly graph: FlowGraph;
  readonly say: (value: number, key: string) => string;
  /** Keys of nodes that are marked as left out. */
  readonly excluded: ReadonlySet<string>;
  /** Entries of the menu of a node. */
  readonly menu: (node: FlowNode) => ReactNode;
}

/** The flow as bars and ribbons. A node is a button: pointed at or focused it lights its way, pressed it opens its menu. */
export function Sankey({ graph, say, excluded, menu }: SankeyProps) {
  const t = useTexts(flowTexts);
  const { ref, width } = useWidth();
  const [lit, setLit] = useState<string>();
  const { nodes, ribbons, height, left } = useMemo(() => layOut(graph, width), [graph, width]);
  const path = useMemo(() => (lit === undefined ? undefined : pathThrough(graph, lit)), [graph, lit]);
  const last = nodes.at(-1)?.column;
  const single = new Set(nodes.map(({ column }) => column)).size < 2;
  return (
    <>
      <div className="flow-room" ref={ref} style={{ height }} data-lit={path !== undefined}>
        <svg aria-hidden>
          <defs>
            {[...new Map(ribbons.map((ribbon) => [`${ribbon.fromColumn}-${ribbon.toColumn}`, ribbon])).values()].map(
              ({ fromColumn, toColumn }) => (
                <linearGradient key={fromColumn + toColumn} id={`flow-${fromColumn}-${toColumn}`}>
                  <stop offset="0" stopColor={`var(--${fromColumn})`} />
                  <stop offset="1" stopColor={`var(--${toColumn})`} />
                </linearGradient>
              ),
            )}
          </defs>
          {ribbons.map(({ from, to, fromColumn, toColumn, path: shape, flowing }) => (
            <path
              key={`${from} ${to}`}
              className="flow-ribbon"
              d={shape}
              fill={flowing ? `url(#flow-${fromColumn}-${toColumn})` : 'var(--line-strong)'}
              data-flowing={flowing}
              data-lit={path?.has(`${from} ${to}`) ?? false}
            />
          ))}
        </svg>
        {nodes.map((node) => (
          <Node
            key={node.key}
            node={node}
            say={say}
            end={node.column === last && !single}
            width={width}
            room={roomFor(node, nodes, width)}
            lit={path?.has(node.key) ?? false}
            excluded={excluded.has(node.key)}
            onLight={(on) => setLit((now) => (on ? node.key : now === node.key ? undefined : now))}
            menu={menu(node)}
          />
        ))}
      </div>
      {columns.some((column) => left[column] !== undefined) && (
        <p className="flow-legend justify-start!">
          {columns.flatMap((column) =>
            left[column] === undefined ? [] : [<span key={column}>{`${t(column)}: ${t('more', { count: left[column] })}`}</span>],
          )}
        </p>
      )}
    </>
  );
}

function Node({
  node,
  say,
  end,
  width,
  room,
  lit,
  excluded,
  onLight,
  menu,
}: {
  readonly node: PlacedNode;
  readonly say: (value: number, key: string) => string;
  readonly end: boolean;
  readonly width: number;
  /** For its name, px. */
  readonly room: number;
  readonly lit: boolean;
  readonly excluded: boolean;
  readonly onLight: (on: boolean) => void;
  readonly menu: ReactNode;
}) {
  const t = useTexts(flowTexts);
  const name = useNodeName()(node);
  const place = end ? { right: width - node.x - barWidth } : { left: node.x };
  return (
    <Menu
      label={name}
      align="start"
      trigger={
        <button
          type="button"
          className={classNames('flow-node', toneClass(node.column))}
          style={{ top: node.y - wordsHeight, maxWidth: room, ...place }}
          data-end={end}
          data-lit={lit}
          data-excluded={excluded}
          onPointerEnter={() => onLight(true)}
          onPointerLeave={() => onLight(false)}
          onFocus={() => onLight(true)}
          onBlur={() => onLight(false)}
        >
          <span className="flow-name" title={name}>
            {name}
          </span>
          <span className="flow-value ui-num">
            {say(node.value, node.key)}
            {excluded && <span>· {t('excluded')}</span>}
          </span>
          <span className="flow-bar" style={{ height: node.height }} />
        </button>
      }
    >
      {menu}
    </Menu>
  );
}

/** How long a name may be: names of the last two columns grow towards each other. */
function roomFor(node: PlacedNode, nodes: readonly PlacedNode[], width: number): number {
  const places = [...new Set(nodes.map(({ x }) => x))].sort((a, b) => a - b);
  const between = places.length < 2 ? width : places[1]! - places[0]!;
  return places.indexOf(node.x) >= places.length - 2 ? between / 2 - 6 : between - 12;
}

/** Name and value above a bar, px. */
const wordsHeight = 35;
