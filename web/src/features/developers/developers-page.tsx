import { useEffect, useState, type ReactNode } from 'react';
import { developers as messages } from '../../i18n/en/developers.ts';
import { Button } from '../../ui/button.tsx';
import { averageColor } from './examples/average-color.ts';
import averageColorSource from './examples/average-color.ts?raw';
import { inspectPhoto } from './examples/inspect-photo.ts';
import inspectPhotoSource from './examples/inspect-photo.ts?raw';
import { toJpeg } from './examples/to-jpeg.ts';
import toJpegSource from './examples/to-jpeg.ts?raw';
import { withoutPlace } from './examples/without-place.ts';
import withoutPlaceSource from './examples/without-place.ts?raw';
import styles from './developers-page.module.css';

interface Outcome {
  text: string;
  picture?: Blob;
}

interface Example {
  title: string;
  source: string;
  run(photo: File): Promise<Outcome>;
}

/** What runs is what is shown: the same files, under the name that the package has in the registry. */
const shown = (source: string): string => source.replace('@stillpix/engine', 'stillpix').trim();

const examples: readonly Example[] = [
  { title: messages.examples.toJpeg, source: shown(toJpegSource), run: toJpeg },
  { title: messages.examples.inspectPhoto, source: shown(inspectPhotoSource), run: inspectPhoto },
  { title: messages.examples.averageColor, source: shown(averageColorSource), run: averageColor },
  { title: messages.examples.withoutPlace, source: shown(withoutPlaceSource), run: withoutPlace },
];

/** A picture for those who have none at hand. */
async function makeTestPicture(): Promise<File> {
  const [width, height] = [640, 400];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  const sky = context.createLinearGradient(0, 0, width, height);
  sky.addColorStop(0, '#2450a8');
  sky.addColorStop(1, '#f2b35d');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#fff7e6';
  context.beginPath();
  context.arc(width * 0.68, height * 0.4, 60, 0, 2 * Math.PI);
  context.fill();
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new File([blob], 'test-picture.png', { type: blob.type });
}

type State =
  | { kind: 'idle' | 'running' }
  | { kind: 'done'; text: string; url: string | null; milliseconds: number }
  | { kind: 'failed'; reason: string };

/** Lines that may be longer than the screen is wide: reached by keyboard, so that it can scroll them. */
function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    <pre className={styles.code} tabIndex={0} role="group" aria-label={label}>
      {children}
    </pre>
  );
}

function RunningExample({ example, photo }: { example: Example; photo: File | null }) {
  const { title, source } = example;
  const [state, setState] = useState<State>({ kind: 'idle' });
  const url = state.kind === 'done' ? state.url : null;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);

  async function run(chosen: File): Promise<void> {
    setState({ kind: 'running' });
    const begun = performance.now();
    try {
      const { text, picture } = await example.run(chosen);
      const milliseconds = Math.round(performance.now() - begun);
      const made = picture ? URL.createObjectURL(picture) : null;
      setState({ kind: 'done', text, url: made, milliseconds });
    } catch (error) {
      setState({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  }

  return (
    <section className={styles.example}>
      <h3>{title}</h3>
      <Scrolling label={title}>
        <code>{source}</code>
      </Scrolling>
      <Button
        disabled={photo === null || state.kind === 'running'}
        onClick={() => photo && void run(photo)}
      >
        {messages.run(title)}
      </Button>
      <div role="status" className={styles.result}>
        {state.kind === 'running' && <p>{messages.running}</p>}
        {state.kind === 'failed' && <p>{messages.failed(state.reason)}</p>}
        {state.kind === 'done' && (
          <>
            <p>{messages.result(state.milliseconds)}</p>
            <Scrolling label={messages.textOf(title)}>{state.text}</Scrolling>
            {state.url && (
              <img className={styles.picture} src={state.url} alt={messages.pictureOf(title)} />
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** Examples of the package that run in the page, on a photo that stays there. */
export default function DevelopersPage() {
  const [photo, setPhoto] = useState<File | null>(null);
  return (
    <section aria-labelledby="examples" className={styles.examples}>
      <h2 id="examples">{messages.title}</h2>
      <div className={styles.choice}>
        <label className={styles.picker}>
          <span>{messages.choose}</span>
          <input
            type="file"
            accept="image/*,.heic,.heif,.avif"
            onChange={({ target }) => setPhoto(target.files?.[0] ?? null)}
          />
        </label>
        <Button onClick={() => void makeTestPicture().then(setPhoto)}>{messages.make}</Button>
      </div>
      <p role="status">{photo ? messages.chosen(photo.name) : messages.none}</p>
      {examples.map((example) => (
        <RunningExample key={example.title} example={example} photo={photo} />
      ))}
    </section>
  );
}
