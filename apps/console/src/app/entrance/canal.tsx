/** Lines of water that come in slowly, narrow at a gate and fan out to the fields. Drawn once, from numbers. */
const width = 1440;
const height = 900;
const gateX = 760;
const gateY = 438;
const lineCount = 34;
const litEvery = 7;

interface Line {
  readonly path: string;
  readonly lit: boolean;
  readonly dot: { readonly x: number; readonly y: number };
}

function lineAt(index: number): Line {
  const spread = index / (lineCount - 1) - 0.5;
  const startY = height * 0.36 + spread * 620;
  const endY = gateY + Math.sign(spread) * Math.abs(spread * 2) ** 1.25 * 760 + 10;
  const middleY = gateY + spread * 96;
  const lit = index % litEvery === 3;
  const exit = 0.34 + ((index * 37) % 50) / 100;
  const x = gateX + (width - gateX) * exit;
  const t = exit;
  const y =
    middleY * (1 - t) ** 3 + middleY * 3 * t * (1 - t) ** 2 + (middleY + (endY - middleY) * 0.55) * 3 * t * t * (1 - t) + endY * t ** 3;
  return {
    path: `M-20 ${startY.toFixed(1)} C 260 ${(startY + 60).toFixed(1)} 420 ${middleY.toFixed(1)} ${gateX} ${middleY.toFixed(1)} C ${gateX + 227} ${middleY.toFixed(1)} ${gateX + 453} ${(middleY + (endY - middleY) * 0.55).toFixed(1)} ${width + 20} ${endY.toFixed(1)}`,
    lit,
    dot: { x, y },
  };
}

const lines = Array.from({ length: lineCount }, (_, index) => lineAt(index));

export function Canal() {
  return (
    <svg
      className="fixed inset-0 w-full h-full pointer-events-none max-[1180px]:translate-x-[330px] max-[900px]:hidden"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMaxYMid slice"
      fill="none"
      aria-hidden
    >
      <defs>
        <linearGradient id="canal-fade">
          <stop offset="0" stopColor="white" stopOpacity=".02" />
          <stop offset=".34" stopColor="white" stopOpacity=".14" />
          <stop offset=".52" stopColor="white" />
          <stop offset="1" stopColor="white" stopOpacity=".75" />
        </linearGradient>
        <mask id="canal-mask">
          <rect width={width} height={height} fill="url(#canal-fade)" />
        </mask>
      </defs>
      <g mask="url(#canal-mask)">
        {lines.map((line, index) => (
          <path
            key={index}
            d={line.path}
            stroke={line.lit ? 'var(--accent)' : 'var(--line-strong)'}
            strokeWidth={line.lit ? 1.4 : 1}
            opacity={line.lit ? 0.8 : 0.75}
          />
        ))}
        {lines
          .filter((line) => line.lit)
          .map((line, index) => (
            <circle key={index} cx={line.dot.x} cy={line.dot.y} r="3" fill="var(--accent)" stroke="var(--canvas)" strokeWidth="2" />
          ))}
      </g>
      <g stroke="var(--accent)" strokeWidth="3" strokeLinecap="round">
        <path d={`M${gateX - 46} 340V516M${gateX + 46} 340V516M${gateX - 58} 352h116M${gateX} 352v34`} />
        <rect x={gateX - 34} y="386" width="68" height="32" rx="4" fill="var(--accent)" stroke="none" />
      </g>
    </svg>
  );
}
