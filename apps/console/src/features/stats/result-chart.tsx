import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { useState, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type Bucket, type Result, totalOf } from './stat-buckets.js';
import { tones, useDayWords } from './stat-words.js';

const HEIGHT = 300;
const MARGIN = { top: 8, right: 4, bottom: 28, left: 40 };
/** Space that a word at the axis needs, in pixels. */
const TICK = 84;
/** Pixels between the parts of a bar. */
const GAP = 2;

interface ResultChartProps {
  buckets: readonly Bucket[];
  shown: readonly Result[];
}

/** The names that have room at the axis, the last one among them. */
const ticksOf = (keys: readonly string[], width: number): string[] => {
  const every = Math.max(1, Math.ceil((keys.length * TICK) / Math.max(width, 1)));
  return keys.filter((_, at) => (keys.length - 1 - at) % every === 0);
};

/** Tasks are counted, so there is no half of one at the axis. */
export const wholeTicks = (scale: { ticks: (count: number) => number[] }): number[] =>
  scale.ticks(5).filter(Number.isInteger);

function useScales(buckets: readonly Bucket[], width: number) {
  const right = Math.max(width - MARGIN.right, MARGIN.left + 1);
  const most = Math.max(4, ...buckets.map(totalOf));
  return {
    right,
    x: scaleBand({ domain: buckets.map(({ key }) => key), range: [MARGIN.left, right], padding: 0.42 }),
    y: scaleLinear({ domain: [0, most], range: [HEIGHT - MARGIN.bottom, MARGIN.top], nice: true }),
  };
}

function Tip({ bucket, shown, left }: { bucket: Bucket; shown: readonly Result[]; left: number }) {
  const { t } = useTranslation();
  const { long } = useDayWords();
  return (
    <div className="sy-chart-tip" style={{ left }}>
      <b>{long(bucket.key)}</b>
      {shown.map((result) => (
        <span key={result} data-tone={tones[result]}>
          <i aria-hidden />
          {t(`stats.${result}`)}
          <span className="sy-num">{bucket.counts[result]}</span>
        </span>
      ))}
    </div>
  );
}

interface DrawingProps {
  buckets: readonly Bucket[];
  scales: ReturnType<typeof useScales>;
}

function Bars({ buckets, shown, scales: { x, y } }: DrawingProps & { shown: readonly Result[] }) {
  return (
    <BarStack
      data={[...buckets]}
      keys={[...shown]}
      x={({ key }) => key}
      value={({ counts }, result) => counts[result]}
      xScale={x}
      yScale={y}
      color={(result) => `var(--sy-tone-${tones[result]}-fill)`}
    >
      {(stacks) =>
        stacks.flatMap((stack) =>
          stack.bars.map((bar) => (
            <rect
              key={`${stack.key}-${bar.index}`}
              x={bar.x}
              y={bar.y}
              width={bar.width}
              height={Math.max(0, bar.height > GAP * 2 ? bar.height - GAP : bar.height)}
              fill={bar.color}
              rx={1.5}
            />
          )),
        )
      }
    </BarStack>
  );
}

function Axes({ buckets, scales: { x, y, right } }: DrawingProps) {
  const { short } = useDayWords();
  const label = { fill: 'var(--sy-text2)', fontSize: 12, fontFamily: 'inherit' };
  return (
    <>
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        tickValues={wholeTicks(y)}
        tickFormat={String}
        hideAxisLine
        hideTicks
        tickLabelProps={{ ...label, dx: -6 }}
      />
      <AxisBottom
        scale={x}
        top={HEIGHT - MARGIN.bottom}
        hideTicks
        stroke="var(--sy-line)"
        tickValues={ticksOf(
          buckets.map(({ key }) => key),
          right - MARGIN.left,
        )}
        tickFormat={short}
        tickLabelProps={{ ...label, textAnchor: 'middle' }}
      />
    </>
  );
}

/** Stacked bars; the table below has the same figures, so that the drawing is one picture for assistive technology. */
export function ResultChart({ buckets, shown }: ResultChartProps) {
  const { t } = useTranslation();
  const [box, width] = useElementWidth<HTMLDivElement>();
  const scales = useScales(buckets, width);
  const { right, x, y } = scales;
  const [pointed, setPointed] = useState<string | null>(null);
  const bucket = buckets.find(({ key }) => key === pointed);
  const at = (bucket && x(bucket.key)) ?? 0;
  return (
    <div className="sy-chart" ref={box} onMouseLeave={() => setPointed(null)}>
      <svg width="100%" height={HEIGHT} role="img" aria-label={t('stats.chart')}>
        <GridRows scale={y} left={MARGIN.left} width={right - MARGIN.left} numTicks={5} stroke="var(--sy-line)" />
        {bucket && (
          <rect
            className="sy-chart-pointed"
            x={at - (x.step() - x.bandwidth()) / 2}
            y={MARGIN.top}
            width={x.step()}
            height={HEIGHT - MARGIN.top - MARGIN.bottom}
          />
        )}
        <Bars buckets={buckets} shown={shown} scales={scales} />
        <Axes buckets={buckets} scales={scales} />
        {buckets.map(({ key }) => (
          <rect
            key={key}
            x={(x(key) ?? 0) - (x.step() - x.bandwidth()) / 2}
            y={0}
            width={x.step()}
            height={HEIGHT}
            fill="transparent"
            onMouseEnter={() => setPointed(key)}
          />
        ))}
      </svg>
      {bucket && <Tip bucket={bucket} shown={shown} left={Math.min(at + x.step(), Math.max(0, width - 190))} />}
    </div>
  );
}

/** Width of an element in pixels, as it changes. */
function useElementWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) {
      return undefined;
    }
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
