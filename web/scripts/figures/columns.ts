/** Columns of the data files as readers meet them. */
type Words = string | { en: string; es: string; pt: string; de: string };

export interface Column {
  label: Words;
  unit?: string;
  digits?: number;
  /** What stands for the words in the rows. */
  names?: Record<string, Words>;
}

export type Row = Record<string, number | string | null>;

const words = (en: string, es: string, pt: string, de: string): Words => ({ en, es, pt, de });

/** Thousands of bytes. */
export const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;

const size = words('Size', 'Tamaño', 'Tamanho', 'Größe');
const quality = words('Quality', 'Calidad', 'Qualidade', 'Qualität');

export const columns = {
  picture: {
    label: words('Picture', 'Imagen', 'Imagem', 'Bild'),
    names: {
      photo: words('Photo', 'Foto', 'Foto', 'Foto'),
      screenshot: words('Screenshot', 'Captura de pantalla', 'Captura de tela', 'Screenshot'),
      lineart: words('Line drawing', 'Dibujo de líneas', 'Desenho a traço', 'Strichzeichnung'),
      gradient: words('Gradient', 'Degradado', 'Degradê', 'Farbverlauf'),
    },
  },
  quality: { label: quality },
  kb: { label: size, unit: 'kB' },
  psnr: { label: 'PSNR', unit: 'dB', digits: 1 },
  ssim: { label: 'SSIM', digits: 4 },
  width: { label: words('Width', 'Ancho', 'Largura', 'Breite'), unit: 'px' },
  megapixels: {
    label: words('Megapixels', 'Megapíxeles', 'Megapixels', 'Megapixel'),
    unit: 'MP',
  },
  milliseconds: { label: words('Time', 'Tiempo', 'Tempo', 'Dauer'), unit: 'ms' },
  saves: { label: words('Saves', 'Guardados', 'Gravações', 'Speichervorgänge') },
  target: { label: words('Limit', 'Límite', 'Limite', 'Obergrenze'), unit: 'kB' },
  reached: {
    label: words('Result', 'Resultado', 'Resultado', 'Ergebnis'),
    unit: 'kB',
  },
  format: {
    label: words('Format', 'Formato', 'Formato', 'Format'),
    names: {
      heic: 'HEIC',
      png: 'PNG',
      jpg: 'JPG',
      webp: 'WebP',
      avif: 'AVIF',
      'jpg-70': 'JPG 70',
      'jpg-85': 'JPG 85',
      'jpg-92': 'JPG 92',
      'jpg-95': 'JPG 95',
      'jpg-100': 'JPG 100',
      'webp-70': 'WebP 70',
      'webp-85': 'WebP 85',
      'webp-92': 'WebP 92',
      'webp-95': 'WebP 95',
      'webp-lossless': words(
        'Lossless WebP',
        'WebP sin pérdida',
        'WebP sem perdas',
        'WebP verlustfrei',
      ),
    },
  },
  output: {
    label: words('Converted to', 'Convertido a', 'Convertido para', 'Umgewandelt in'),
    names: { jpg: 'JPG', png: 'PNG', webp: 'WebP' },
  },
  file: {
    label: words('File', 'Archivo', 'Arquivo', 'Datei'),
    names: {
      heic: words('The HEIC itself', 'El propio HEIC', 'O próprio HEIC', 'Das HEIC selbst'),
      ...Object.fromEntries(
        [50, 60, 70, 75, 80, 85, 90, 92, 95, 98, 100].map((number) => [
          `jpg-${number}`,
          `JPG ${number}`,
        ]),
      ),
    },
  },
  subsampling: {
    label: words('Color sampling', 'Muestreo de color', 'Amostragem de cor', 'Farbabtastung'),
  },
  way: {
    label: words('Saved as', 'Guardado como', 'Salvo como', 'Gespeichert als'),
    names: {
      'quality-75': words('Quality 75', 'Calidad 75', 'Qualidade 75', 'Qualität 75'),
      'quality-85': words('Quality 85', 'Calidad 85', 'Qualidade 85', 'Qualität 85'),
      'quality-95': words('Quality 95', 'Calidad 95', 'Qualidade 95', 'Qualität 95'),
      'quality-85-cropped': words(
        'Quality 85, a pixel cropped each time',
        'Calidad 85, recortando un píxel cada vez',
        'Qualidade 85, cortando um pixel a cada vez',
        'Qualität 85, jedes Mal ein Pixel beschnitten',
      ),
    },
  },
  what: {
    label: words('Choice', 'Opción', 'Opção', 'Wahl'),
    names: {
      keep: words('All kept', 'Todo se conserva', 'Tudo mantido', 'Alles behalten'),
      'without-location': words(
        'Kept without the location',
        'Se conserva sin la ubicación',
        'Mantido sem o local',
        'Ohne Ort behalten',
      ),
      strip: words('Removed', 'Se elimina', 'Removido', 'Entfernt'),
    },
  },
  bytes: {
    label: words('Metadata', 'Metadatos', 'Metadados', 'Metadaten'),
    unit: 'bytes',
  },
} satisfies Record<string, Column>;
