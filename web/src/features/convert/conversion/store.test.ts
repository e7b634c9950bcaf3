import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultOptions } from '../tools.ts';
import { createConversionStore } from './store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const store = createConversionStore(defaultOptions('convert'));
  const listener = vi.fn<() => void>();
  store.subscribe(listener);
  return { store, listener };
}

test('tells at once of what a visitor does', () => {
  const { store, listener } = setUp();
  store.change({ type: 'add', files: [{ id: 'a', file: new File(['x'], 'a.heic') }] });
  expect(listener).toHaveBeenCalledOnce();
});

test('holds what the engine does at once, and tells of several changes together', () => {
  const { store, listener } = setUp();
  store.change({ type: 'add', files: [{ id: 'a', file: new File(['x'], 'a.heic') }] });
  listener.mockClear();
  store.change({ type: 'start', id: 'a', job: 1 }, 'soon');
  for (const fraction of [0.1, 0.2, 0.3]) {
    store.change({ type: 'progress', job: 1, fraction }, 'soon');
  }
  expect(store.findPhoto('a')?.work?.progress).toBe(30);
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(listener).toHaveBeenCalledOnce();
});

test('tells of both once where something else happens before', () => {
  const { store, listener } = setUp();
  store.update({ canUndoClear: true }, 'soon');
  store.update({ phase: 'checking' });
  expect(listener).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1000);
  expect(listener).toHaveBeenCalledOnce();
});

test('tells of what may change at once again when the page has done what it is at, before what can wait', () => {
  const { store, listener } = setUp();
  store.update({ canUndoClear: true }, 'soon');
  store.update({ phase: 'checking' }, 'next');
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(listener).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1000);
  expect(listener).toHaveBeenCalledOnce();
});

test('tells within a tenth of a second of what workers need the page for first, before what can wait', () => {
  const { store, listener } = setUp();
  store.update({ phase: 'checking' }, 'next');
  store.update({ canUndoClear: true }, 'soon');
  store.update({ phase: 'converting' }, 'shortly');
  vi.advanceTimersByTime(50);
  expect(listener).not.toHaveBeenCalled();
  vi.advanceTimersByTime(50);
  expect(listener).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1000);
  expect(listener).toHaveBeenCalledOnce();
});
