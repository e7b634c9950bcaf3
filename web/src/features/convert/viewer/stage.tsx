import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Rectangle } from '@stillpix/engine';
import type { CropFraction, Size } from '../geometry/crop.ts';
import { useStableCallback } from '../use-stable-callback.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { partInView } from './live-result.ts';
import { type Preview, releaseUrl } from './previews.ts';
import styles from './stage.module.css';
import type { After } from './use-comparison.ts';
import { centered, type Placement, fitted, onResizedStage, type Point, zoomAt } from './zoom.ts';

/** The whole picture, one picture pixel per screen pixel, or the visitor's own zoom. */
export type Scale = 'fit' | 'actual' | 'free';

interface StageProps {
  name: string;
  before: Preview;
  /** Size of the result in pixels, and the part of the original that it shows. */
  size: Size;
  kept: CropFraction;
  /** Null: there is nothing to compare. */
  after: After | null;
  scale: Scale;
  beforeSize: string;
  /** The original is HDR, which some screens can show. */
  isHdr: boolean;
  /** Called when the visitor zooms. */
  onZoom: () => void;
  /** Called with the visible part of the result, in its pixels. */
  onView: (part: Rectangle | null) => void;
}

/** Dragging pans, wheel and pinch zoom, the handle moves the line between before and after. */
export function Stage(props: StageProps) {
  const { name, before, size, kept, after, scale, beforeSize, isHdr } = props;
  const { comparison, list } = useWorkspaceMessages();
  const element = useRef<HTMLDivElement>(null);
  const [divider, setDivider] = useState(50);
  const { placement, setPlacement, area } = usePlacement(element, size, scale);
  const onZoom = useStableCallback(props.onZoom);
  const zoom = useStableCallback((point: Point, factor: number) => {
    setPlacement((last) => zoomAt(last, point, factor));
    onZoom();
  });
  const pan = usePanAndPinch(setPlacement, zoom);
  useWheelZoom(element, zoom);
  useVisiblePart(area.width > 1 ? partInView(placement, area, size) : null, props.onView);

  const placed: CSSProperties = {
    width: size.width,
    height: size.height,
    transform: `translate(${placement.x}px, ${placement.y}px) scale(${placement.zoom})`,
  };
  return (
    <div
      ref={element}
      className={styles.stage}
      style={{ '--divider': `${divider}%` } as CSSProperties}
      onPointerDown={pan.onPointerDown}
      onPointerMove={pan.onPointerMove}
      onPointerUp={pan.onPointerUp}
      onPointerCancel={pan.onPointerUp}
    >
      <div className={styles.layer}>
        <div className={styles.picture} style={placed}>
          <BeforePicture
            url={before.url}
            alt={`${comparison.before}: ${name}, ${beforeSize}`}
            kept={kept}
          />
        </div>
      </div>
      {isHdr && <HdrMark side="before" label={`${comparison.before}: ${list.hdrMeaning}`} />}
      {after !== null && (
        <>
          <div className={`${styles.layer} ${styles.after}`}>
            <div className={styles.picture} style={placed}>
              <AfterPicture after={after} />
            </div>
          </div>
          {after.isHdr && (
            <HdrMark side="after" label={`${comparison.after}: ${list.hdrMeaning}`} />
          )}
          <Divider
            label={comparison.slider}
            value={divider}
            onChange={setDivider}
            width={area.width}
          />
        </>
      )}
    </div>
  );
}

/** In a corner, where it covers least of the picture. */
function HdrMark({ side, label }: { side: 'before' | 'after'; label: string }) {
  const { list } = useWorkspaceMessages();
  return (
    <p className={styles.hdr} data-side={side} title={label}>
      <span aria-hidden>{list.hdr}</span>
      <span className="visually-hidden">{label}</span>
    </p>
  );
}

interface DividerProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  width: number;
}

/** The line between before and after, with a handle for touch, mouse and keyboard. */
function Divider({ label, value, onChange, width }: DividerProps) {
  const grabbed = useRef<{ x: number; value: number } | null>(null);
  const set = (next: number) => onChange(Math.min(100, Math.max(0, next)));
  function onPointerDown(event: PointerEvent) {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, value };
  }
  function onPointerMove(event: PointerEvent) {
    if (grabbed.current === null) return;
    event.stopPropagation();
    set(grabbed.current.value + (100 * (event.clientX - grabbed.current.x)) / width);
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: value - 1,
      ArrowRight: value + 1,
      PageDown: value - 10,
      PageUp: value + 10,
      Home: 0,
      End: 100,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input's thumb cannot be as high as the stage
      role="slider"
      tabIndex={0}
      className={styles.divider}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (grabbed.current = null)}
      onPointerCancel={() => (grabbed.current = null)}
      onKeyDown={onKeyDown}
    />
  );
}

/** Calls back with the visible part of the result when it has changed. */
function useVisiblePart(part: Rectangle | null, callback: (part: Rectangle | null) => void): void {
  const onView = useStableCallback(callback);
  const isVisible = part !== null;
  const { x, y, width, height } = part ?? nowhere;
  useEffect(
    () => onView(isVisible ? { x, y, width, height } : null),
    [onView, isVisible, x, y, width, height],
  );
}

const nowhere: Rectangle = { x: 0, y: 0, width: 0, height: 0 };

function useWheelZoom(
  element: { current: HTMLElement | null },
  zoom: (point: Point, factor: number) => void,
): void {
  useEffect(() => {
    const stage = element.current;
    if (stage === null) return undefined;
    // React's own wheel listeners are passive, so they cannot prevent the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = stage.getBoundingClientRect();
      const point = { x: event.clientX - box.left, y: event.clientY - box.top };
      zoom(point, Math.exp(-event.deltaY / 300));
    };
    stage.addEventListener('wheel', onWheel, { passive: false });
    return () => stage.removeEventListener('wheel', onWheel);
  }, [element, zoom]);
}

/** Position of the picture on the stage. Reset when the picture or the scale changes. */
function usePlacement(element: { current: HTMLElement | null }, picture: Size, scale: Scale) {
  const [area, setArea] = useState<Size>({ width: 1, height: 1 });
  const [moved, setMoved] = useState<{ picture: Size; area: Size; placement: Placement } | null>(
    null,
  );
  const [lastScale, setLastScale] = useState(scale);
  if (scale !== lastScale) {
    setLastScale(scale);
    if (scale !== 'free') setMoved(null);
  }
  // Before the first frame: until it is measured, the picture would be a dot in a corner.
  useLayoutEffect(() => {
    const stage = element.current;
    if (stage === null) return undefined;
    const measure = () => {
      const found = { width: stage.clientWidth, height: stage.clientHeight };
      setArea((last) => (isSameSize(last, found) ? last : found));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    return () => observer.disconnect();
  }, [element]);
  const rest =
    scale === 'actual'
      ? centered(picture, area, 1 / globalThis.devicePixelRatio)
      : fitted(picture, area);
  const now = (last: typeof moved) => {
    if (last === null || !isSameSize(last.picture, picture)) return rest;
    // A photo shown as a whole stays whole when the stage is resized.
    if (scale === 'fit' && !isSameSize(last.area, area)) return rest;
    return onResizedStage(last.placement, last.area, area);
  };
  const setPlacement = useStableCallback((next: (last: Placement) => Placement) =>
    setMoved((last) => ({ picture, area, placement: next(now(last)) })),
  );
  return { placement: now(moved), setPlacement, area };
}

function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

type SetPlacement = (next: (last: Placement) => Placement) => void;

interface PointerHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
}

function usePanAndPinch(
  setPlacement: SetPlacement,
  zoom: (point: Point, factor: number) => void,
): PointerHandlers {
  const pointers = useRef(new Map<number, Point>());
  return {
    onPointerDown(event) {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove(event) {
      const before = pointers.current.get(event.pointerId);
      if (before === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      const others = [...pointers.current].filter(([id]) => id !== event.pointerId);
      const other = others[0]?.[1];
      pointers.current.set(event.pointerId, now);
      const box = event.currentTarget.getBoundingClientRect();
      if (other === undefined) {
        setPlacement((last) => ({
          ...last,
          x: last.x + now.x - before.x,
          y: last.y + now.y - before.y,
        }));
        return;
      }
      const middle = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
      zoom(middle, distance(now, other) / Math.max(1, distance(before, other)));
    },
    onPointerUp(event) {
      pointers.current.delete(event.pointerId);
    },
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

interface BeforePictureProps {
  url: string;
  alt: string;
  kept: CropFraction;
}

/** Moved and scaled so that the kept part of the original coincides with the result. */
function BeforePicture({ url, alt, kept }: BeforePictureProps) {
  return (
    <img
      draggable={false}
      src={url}
      alt={alt}
      style={{
        left: `${(-100 * kept.x) / kept.width}%`,
        top: `${(-100 * kept.y) / kept.height}%`,
        width: `${100 / kept.width}%`,
        height: `${100 / kept.height}%`,
      }}
    />
  );
}

/** An object URL for as long as the blob is shown. */
function AfterPicture({ after: { source, part, alt } }: { after: After }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = typeof source === 'string' ? source : URL.createObjectURL(source);
    if (image.current) image.current.src = url;
    return () => {
      if (typeof source !== 'string') releaseUrl(url);
    };
  }, [source]);
  const { x, y, width, height } = part;
  return <img ref={image} draggable={false} alt={alt} style={{ left: x, top: y, width, height }} />;
}
