import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { createReader } from '../../src/features/shelf/camera/read-frame.ts';
import { createPicker } from '../../src/features/shelf/camera/pick-code.ts';
import { aShelf, openShelf, DROPS, SALVE } from './open-shelf.tsx';
import { press } from '../support/user.ts';

type Code = { rawValue: string; format: string; cornerPoints: { x: number; y: number }[] };
const FORMATS = ['code_39', 'data_matrix', 'ean_13', 'ean_8'];
const aCode = (rawValue: string, format = 'code_39'): Code => ({ rawValue, format, cornerPoints: [{ x: 0, y: 0 }] });
const never = <Value,>() => new Promise<Value>(() => {});

/** As the Barcode Detection API documents it. */
function setDetector(
  detect: () => Promise<Code[]>,
  { supported = () => Promise.resolve(FORMATS), create = () => {} } = {},
) {
  class BarcodeDetector {
    static getSupportedFormats = supported;
    detect = detect;
    constructor() {
      create();
    }
  }
  Object.assign(globalThis, { BarcodeDetector });
}

type Settings = { deviceId: string; torch?: boolean | boolean[]; lights?: boolean };

/** A track as Media Capture and Streams documents it: `stop` fires no event. */
class Track extends EventTarget {
  readonly kind = 'video';
  muted = false;
  readyState: 'live' | 'ended' = 'live';
  readonly applied: unknown[] = [];
  readonly settings: Settings;
  constructor(settings: Settings) {
    super();
    this.settings = settings;
  }
  getSettings = () => ({ deviceId: this.settings.deviceId });
  getCapabilities = () => ({ torch: this.settings.torch });
  applyConstraints = (wanted: unknown) => {
    this.applied.push(wanted);
    return this.settings.lights === false
      ? Promise.reject(new DOMException('', 'OverconstrainedError'))
      : Promise.resolve();
  };
  stop = () => {
    this.readyState = 'ended';
  };
  mute(muted: boolean) {
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }
  end() {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

let tracks: Track[] = [];
let seen: Code[] = [];
const lastTrack = () => tracks.at(-1) as Track;

function setCameras(all: readonly Settings[], play = () => Promise.resolve()) {
  const getUserMedia = ({ video }: { video: { deviceId?: { exact: string } } }) => {
    const found = video.deviceId ? all.find(({ deviceId }) => deviceId === video.deviceId?.exact) : all[0];
    if (!found) return Promise.reject(new DOMException('', 'OverconstrainedError'));
    const track = new Track(found);
    tracks.push(track);
    return Promise.resolve({ getTracks: () => [track], getVideoTracks: () => [track] });
  };
  const enumerateDevices = () => Promise.resolve(all.map(({ deviceId }) => ({ kind: 'videoinput', deviceId })));
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia, enumerateDevices },
  });
  HTMLMediaElement.prototype.play = play;
}

beforeEach(() => {
  [tracks, seen] = [[], []];
  setDetector(() => Promise.resolve(seen));
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'BarcodeDetector');
  Reflect.deleteProperty(navigator, 'mediaDevices');
  sessionStorage.clear();
});

async function openCamera(all: readonly Settings[], play?: () => Promise<void>) {
  setCameras(all, play);
  const view = await openShelf(aShelf);
  await screen.findByLabelText('Scannen oder PZN eintippen');
  await press('Kamera');
  return view;
}
const RUNNING = 'Code in die Mitte halten. Kein Bild verlässt dieses Gerät.';

// Rule 21.6.
describe('a browser with a reader of its own that', () => {
  const fails = () => {
    throw new DOMException('', 'NotSupportedError');
  };
  const read = async () => {
    const other = jest.fn(() => Promise.resolve([{ text: SALVE, fromCentre: 0 }]));
    const load = jest.fn(() => Promise.resolve(other));
    const reader = await createReader(load);
    const video = document.createElement('video');
    return { found: [await reader(video), await reader(video)], loads: load.mock.calls.length };
  };
  const OTHER = [{ text: SALVE, fromCentre: 0 }];

  test.each<[string, () => void]>([
    ['throws when it reads', () => setDetector(fails)],
    ['rejects what it reads', () => setDetector(() => Promise.reject(new DOMException('', 'InvalidStateError')))],
    ['never answers', () => setDetector(never)],
    ['never says what it reads', () => setDetector(() => Promise.resolve([]), { supported: never })],
    ['cannot say what it reads', () => setDetector(() => Promise.resolve([]), { supported: fails })],
    ['cannot be made', () => setDetector(() => Promise.resolve([]), { create: fails })],
    [
      'reads other codes',
      () => setDetector(() => Promise.resolve([]), { supported: () => Promise.resolve(['qr_code']) }),
    ],
  ])('%s gives way to zxing within three seconds, once', async (_, set) => {
    set();
    const from = performance.now();
    expect(await read()).toEqual({ found: [OTHER, OTHER], loads: 1 });
    expect(performance.now() - from).toBeLessThan(3000);
  });

  test('reads goes on with it, with the symbology of each code', async () => {
    setDetector(() => Promise.resolve([aCode('4006381333931', 'ean_13'), aCode(`-${SALVE}`)]));
    const { found, loads } = await read();
    expect(found[0]?.map(({ text }) => text)).toEqual([']E04006381333931', `-${SALVE}`]);
    expect(loads).toBe(0);
  });
});

// Rule 21.6.
describe('a reader of the browser that finds nothing', () => {
  const readTimes = async (
    times: number,
    load: () => Promise<() => Promise<{ text: string; fromCentre: number }[]>>,
  ) => {
    const reader = await createReader(load);
    const video = document.createElement('video');
    const found: string[] = [];
    for (let picture = 0; picture < times; picture++)
      found.push((await reader(video)).map(({ text }) => text).join(' ') || '-');
    return found;
  };
  const zxing = () => Promise.resolve(() => Promise.resolve([{ text: SALVE, fromCentre: 0 }]));

  test('is helped by zxing from the eleventh picture on, until it finds something', async () => {
    const pictures = [...Array.from({ length: 12 }, () => []), [aCode(DROPS)]];
    setDetector(() => Promise.resolve(pictures.shift() ?? []));
    const nothing = Array.from({ length: 10 }, () => '-');
    expect(await readTimes(14, zxing)).toEqual([...nothing, SALVE, SALVE, DROPS, '-']);
  });

  test('goes on alone where zxing cannot be loaded', async () => {
    const pictures = [...Array.from({ length: 12 }, () => []), [aCode(DROPS)]];
    setDetector(() => Promise.resolve(pictures.shift() ?? []));
    const read = await readTimes(13, () => Promise.reject(new Error('offline')));
    expect(read.slice(10)).toEqual(['-', '-', DROPS]);
  });
});

// Rule 21.6.
describe('the camera', () => {
  test('shows an article once two pictures say it', async () => {
    const pictures = [[aCode(DROPS)], [], [aCode(SALVE)], [], [aCode(SALVE)]];
    setDetector(() => Promise.resolve(pictures.shift() ?? []));
    await openCamera([{ deviceId: 'back' }]);
    await screen.findByText('Salbe');
    await screen.findByText('1 geprüft, 0 Etiketten veraltet');
  });

  test('whose picture fails says so until it is back', async () => {
    await openCamera([{ deviceId: 'back' }]);
    await screen.findByText(RUNNING);
    act(() => lastTrack().mute(true));
    await screen.findByText(/^Die Kamera liefert gerade kein Bild/);
    act(() => lastTrack().mute(false));
    await screen.findByText(RUNNING);
    seen = [aCode(SALVE)];
    await screen.findByText('Salbe');
    act(() => lastTrack().mute(true));
    await screen.findByText(/^Die Kamera liefert gerade kein Bild/);
  });

  test('that has no picture from the start says so too', async () => {
    setCameras([{ deviceId: 'back' }], never);
    const { getUserMedia } = navigator.mediaDevices;
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await getUserMedia(wanted);
      lastTrack().muted = true;
      return stream;
    };
    await openShelf(aShelf);
    await screen.findByLabelText('Scannen oder PZN eintippen');
    await press('Kamera');
    await screen.findByText(/^Die Kamera liefert gerade kein Bild/);
  });

  test('that ends is off, and can be switched on again', async () => {
    await openCamera([{ deviceId: 'back' }]);
    await screen.findByText(RUNNING);
    act(() => lastTrack().end());
    await screen.findByText(/^Die Kamera wurde beendet\. Sie können sie neu einschalten\./);
    await press('Kamera');
    await screen.findByText(RUNNING);
    expect(tracks).toHaveLength(2);
  });

  test('can be another one, and the former is let go first', async () => {
    await openCamera([{ deviceId: 'back' }, { deviceId: 'wide' }]);
    for (const wanted of ['wide', 'back']) {
      const former = lastTrack();
      await press('Andere Kamera');
      await waitFor(() => expect(lastTrack().settings.deviceId).toBe(wanted));
      expect(former.readyState).toBe('ended');
      await screen.findByText(RUNNING);
    }
    seen = [aCode(SALVE)];
    await screen.findByText('Salbe');
  });

  test('offers neither where the device has neither', async () => {
    await openCamera([{ deviceId: 'back', torch: false }]);
    await screen.findByText(RUNNING);
    for (const name of ['Andere Kamera', 'Licht an']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test.each([true, [false, true]])('has a light that is switched on and off (%p)', async (torch) => {
    await openCamera([{ deviceId: 'back', torch }]);
    await press('Licht an');
    await press('Licht aus');
    await screen.findByRole('button', { name: 'Licht an' });
    expect(lastTrack().applied).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }]);
  });

  test('says that its light does not follow', async () => {
    await openCamera([{ deviceId: 'back', torch: true, lights: false }]);
    await press('Licht an');
    await screen.findByText('Das Licht lässt sich nicht schalten.');
  });
});

describe('of the codes in a picture', () => {
  const at = (text: string, fromCentre: number) => ({ text, fromCentre });

  test('the PZN nearest to the middle counts at the second picture, once until another is seen', () => {
    const pick = createPicker();
    const both = [at(`]A0-${SALVE}`, 300), at(`]A0-${DROPS}`, 20)];
    expect(pick(both)).toBeUndefined();
    expect(pick(both)).toBe(`]A0-${DROPS}`);
    expect(pick([at(`]A0-${DROPS}`, 20)])).toBeUndefined();
    expect(pick([])).toBeUndefined();
    expect(pick([at(`]A0-${SALVE}`, 20)])).toBeUndefined();
    // a single reading of another in between
    expect(pick([at(`]A0-${DROPS}`, 20)])).toBeUndefined();
    expect(pick([at(`]A0-${SALVE}`, 20)])).toBeUndefined();
    expect(pick([])).toBeUndefined();
    expect(pick([at(`]A0-${SALVE}`, 20)])).toBe(`]A0-${SALVE}`);
  });

  test('another code counts where it stays, and never beside a PZN', () => {
    const pick = createPicker();
    const ean = at(']E04006381333931', 10);
    for (let pictures = 1; pictures < 5; pictures++) {
      expect(pick([ean])).toBeUndefined();
      // in pictures that are turned it may not be found
      expect(pick([])).toBeUndefined();
    }
    expect(pick([ean])).toBe(ean.text);
    expect(pick([ean])).toBeUndefined();
    expect(pick([ean, at(`]A0-${SALVE}`, 200)])).toBeUndefined();
    expect(pick([ean, at(`]A0-${SALVE}`, 200)])).toBe(`]A0-${SALVE}`);
  });
});
