import { useEffect, useState } from 'react';
import { developers as messages } from '../../i18n/en/developers.ts';
import { Button } from '../../ui/button.tsx';
import { averageColor } from './examples/average-color.ts';
import { inspectPhoto } from './examples/inspect-photo.ts';
import { toJpeg } from './examples/to-jpeg.ts';
import { withoutLocation } from './examples/without-location.ts';
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

const sources = import.meta.glob<string>('./examples/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * The code that runs is the code shown: the same files, with the package's name in the registry.
 */
function sourceOf(name: string): string {
  return sources[`./examples/${name}.ts`]!.replace('@stillpix/engine', 'stillpix').trim();
}

const examples: readonly Example[] = [
  { title: messages.examples.toJpeg, source: sourceOf('to-jpeg'), run: toJpeg },
  { title: messages.examples.inspectPhoto, source: sourceOf('inspect-photo'), run: inspectPhoto },
  { title: messages.examples.averageColor, source: sourceOf('average-color'), run: averageColor },
  {
    title: messages.examples.withoutLocation,
    source: sourceOf('without-location'),
    run: withoutLocation,
  },
];

/** A picture for visitors who have none at hand. */
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
      <pre className={styles.code}>
        <code>{source}</code>
      </pre>
      <Button
        disabled={photo === null || state.kind === 'running'}
        onClick={() => photo && void run(photo)}
      >
        {messages.run(title)}
      </Button>
      <output>
        {state.kind === 'running' && messages.running}
        {state.kind === 'failed' && messages.failed(state.reason)}
        {state.kind === 'done' && messages.result(state.milliseconds)}
      </output>
      {state.kind === 'done' && <pre className={styles.code}>{state.text}</pre>}
      {url && <img className={styles.picture} src={url} alt={messages.pictureOf(title)} />}
    </section>
  );
}

/** Examples of the package that run in the page. The photo never leaves it. */
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
      <output>{photo ? messages.chosen(photo.name) : messages.none}</output>
      {examples.map((example) => (
        <RunningExample key={example.title} example={example} photo={photo} />
      ))}
    </section>
  );
}
