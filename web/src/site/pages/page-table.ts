import type { Language } from './language.ts';

/** The route module that renders a page. */
export type Template =
  | 'home'
  | 'tool'
  | 'pricing'
  | 'tools'
  | 'text'
  | 'sitemap'
  | 'blog'
  | 'not-found'
  | 'support'
  | 'ad-test'
  | 'feature';

export type NavPlace =
  | 'header'
  | 'tools-menu'
  | 'footer-tools'
  | 'footer-learn'
  | 'footer-company'
  | 'footer-legal'
  | 'card';

/** What a converter does with its pictures. */
export type ToolKind =
  | 'convert'
  | 'compress'
  | 'resize-crop'
  | 'jpg-to-webp'
  | 'heic-to-png'
  | 'ultra-hdr'
  | 'motion-photo'
  | 'video-out';

export type FormatName = 'HEIC' | 'WEBP' | 'PNG' | 'JPG';

/** The feature that fills a page: account, payment, contact, or the browser's storage. */
export type FeatureName =
  | 'subscribe'
  | 'confirm-change'
  | 'thanks'
  | 'success'
  | 'account-setup'
  | 'reset-password'
  | 'tracking'
  | 'contact'
  | 'status'
  | 'account'
  | 'dashboard'
  | 'developers';

export interface Page {
  paths: Partial<Record<Language, string>>;
  template: Template;
  /** Other English paths of this page. Their canonical URL is the page's own path. */
  aliases?: readonly string[];
  /** The page shows "coming soon" while this flag is off. */
  flag?: 'heic-to-png-converter' | 'image-resize-crop-tool';
  nav?: readonly NavPlace[];
  /** The page above this one in the breadcrumbs; home when absent. */
  parent?: 'tools' | 'blog' | 'pricing' | 'developers';
  /** What the converter on the page does. */
  tool?: ToolKind;
  /** The format that the page is about. The converter takes the others as well. */
  from?: FormatName;
  /** What fills the page in the browser (src/islands/feature.tsx). */
  feature?: FeatureName;
  /**
   * Heading and contents depend on what the server says about a payment, so the feature renders
   * them.
   */
  isAllStates?: true;
  /**
   * The page may show the card form or let a bank ask its customer: only there may the browser connect to the payment provider.
   */
  payment?: true;
  /** The page needs our server, so it is not in the static edition. */
  served?: true;
  /** Hidden from search engines and the sitemap, because it is about the visitor's own data. */
  private?: true;
}

function paths(en: string, es: string, pt: string, de: string) {
  return { en, es: `/es${es}`, pt: `/pt${pt}`, de: `/de${de}` };
}

/**
 * Every page except the articles, once. Routes, prerendering, header, footer, sitemap, hreflang,
 * the language switcher and the tests all read this table.
 */
export const pages = {
  home: { paths: paths('/', '', '', ''), template: 'home', tool: 'convert' },
  'heic-to-jpg': {
    paths: paths('/heic-to-jpg', '/heic-a-jpg', '/heic-para-jpg', '/heic-zu-jpg'),
    template: 'tool',
    tool: 'convert',
    from: 'HEIC',
    nav: ['tools-menu', 'footer-tools', 'card'],
  },
  'webp-to-jpg': {
    paths: paths('/webp-to-jpg', '/webp-a-jpg', '/webp-para-jpg', '/webp-zu-jpg'),
    template: 'tool',
    tool: 'convert',
    from: 'WEBP',
    nav: ['tools-menu', 'footer-tools', 'card'],
  },
  'png-to-jpg': {
    paths: paths('/png-to-jpg', '/png-a-jpg', '/png-para-jpg', '/png-zu-jpg'),
    template: 'tool',
    tool: 'convert',
    from: 'PNG',
    nav: ['tools-menu', 'footer-tools', 'card'],
  },
  'jpg-to-webp': {
    paths: paths(
      '/tools/jpg-to-webp',
      '/tools/jpg-a-webp',
      '/tools/jpg-para-webp',
      '/tools/jpg-zu-webp',
    ),
    template: 'tool',
    tool: 'jpg-to-webp',
    nav: ['tools-menu', 'footer-tools', 'card'],
    parent: 'tools',
  },
  'jpg-compress': {
    paths: paths(
      '/tools/jpg-compress',
      '/tools/jpg-comprimir',
      '/tools/jpg-comprimir',
      '/tools/jpg-komprimieren',
    ),
    template: 'tool',
    tool: 'compress',
    nav: ['tools-menu', 'footer-tools', 'card'],
    parent: 'tools',
  },
  'heic-to-png': {
    paths: paths(
      '/tools/heic-to-png',
      '/tools/heic-a-png',
      '/tools/heic-para-png',
      '/tools/heic-zu-png',
    ),
    template: 'tool',
    tool: 'heic-to-png',
    nav: ['tools-menu', 'footer-tools', 'card'],
    parent: 'tools',
    flag: 'heic-to-png-converter',
  },
  'image-resize-crop': {
    paths: paths(
      '/tools/image-resize-crop',
      '/tools/redimensionar-recortar',
      '/tools/redimensionar-cortar',
      '/tools/groesse-zuschneiden',
    ),
    template: 'tool',
    tool: 'resize-crop',
    nav: ['tools-menu', 'footer-tools', 'card'],
    parent: 'tools',
    flag: 'image-resize-crop-tool',
  },
  'heic-to-ultra-hdr-jpg': {
    paths: paths(
      '/tools/heic-to-ultra-hdr-jpg',
      '/tools/heic-a-jpg-ultra-hdr',
      '/tools/heic-para-jpg-ultra-hdr',
      '/tools/heic-zu-ultra-hdr-jpg',
    ),
    template: 'tool',
    tool: 'ultra-hdr',
    from: 'HEIC',
    nav: ['footer-learn', 'card'],
    parent: 'tools',
  },
  'live-photo-to-motion-photo': {
    paths: paths(
      '/tools/live-photo-to-motion-photo',
      '/tools/live-photo-a-foto-en-movimiento',
      '/tools/live-photo-para-foto-com-movimento',
      '/tools/live-photo-zu-motion-photo',
    ),
    template: 'tool',
    tool: 'motion-photo',
    nav: ['footer-learn', 'card'],
    parent: 'tools',
  },
  'motion-photo-to-video': {
    paths: paths(
      '/tools/motion-photo-to-video',
      '/tools/foto-en-movimiento-a-video',
      '/tools/foto-com-movimento-para-video',
      '/tools/motion-photo-zu-video',
    ),
    template: 'tool',
    tool: 'video-out',
    nav: ['footer-learn', 'card'],
    parent: 'tools',
  },
  tools: {
    paths: paths('/tools', '/tools', '/tools', '/tools'),
    template: 'tools',
    nav: ['footer-tools'],
  },
  'tool-webp-to-jpg': {
    paths: paths(
      '/tools/webp-to-jpg',
      '/tools/webp-a-jpg',
      '/tools/webp-para-jpg',
      '/tools/webp-zu-jpg',
    ),
    template: 'tool',
    tool: 'convert',
    from: 'WEBP',
    parent: 'tools',
  },
  'tool-png-to-jpg': {
    paths: paths(
      '/tools/png-to-jpg',
      '/tools/png-a-jpg',
      '/tools/png-para-jpg',
      '/tools/png-zu-jpg',
    ),
    template: 'tool',
    tool: 'convert',
    from: 'PNG',
    parent: 'tools',
  },
  'convert-to-jpg': {
    paths: paths('/convert-to-jpg', '/convertir-a-jpg', '/converter-para-jpg', '/in-jpg-umwandeln'),
    template: 'tool',
    tool: 'convert',
  },
  'iphone-heic-to-jpg': {
    paths: paths(
      '/iphone-heic-to-jpg',
      '/iphone-heic-a-jpg',
      '/iphone-heic-para-jpg',
      '/iphone-heic-zu-jpg',
    ),
    template: 'tool',
    tool: 'convert',
    from: 'HEIC',
    nav: ['footer-learn'],
  },
  'windows-heic-to-jpg': {
    paths: paths(
      '/windows-heic-to-jpg',
      '/windows-heic-a-jpg',
      '/windows-heic-para-jpg',
      '/windows-heic-zu-jpg',
    ),
    template: 'tool',
    tool: 'convert',
    from: 'HEIC',
    nav: ['footer-learn'],
  },
  'free-heic-converter': {
    served: true,
    paths: paths(
      '/free-heic-converter',
      '/conversor-heic-gratis',
      '/conversor-heic-gratis',
      '/kostenloser-heic-konverter',
    ),
    template: 'tool',
    tool: 'convert',
    from: 'HEIC',
  },
  'privacy-first-converter': {
    paths: paths(
      '/privacy-first-converter',
      '/conversor-privado',
      '/conversor-privado',
      '/privater-konverter',
    ),
    template: 'tool',
    tool: 'convert',
  },
  'iphone-photos-for-windows': {
    paths: paths(
      '/converters/iphone-photos-for-windows',
      '/converters/fotos-iphone-en-windows',
      '/converters/fotos-iphone-no-windows',
      '/converters/iphone-fotos-fuer-windows',
    ),
    template: 'tool',
    tool: 'convert',
    from: 'HEIC',
  },
  'heic-to-jpg-no-upload': {
    paths: paths(
      '/converters/heic-to-jpg-no-upload',
      '/converters/heic-a-jpg-sin-subir',
      '/converters/heic-para-jpg-sem-upload',
      '/converters/heic-zu-jpg-ohne-upload',
    ),
    template: 'tool',
    tool: 'convert',
    from: 'HEIC',
  },
  'compare-competitors': {
    paths: paths(
      '/compare/stillpix-vs-competitors',
      '/compare/stillpix-y-otros-conversores',
      '/compare/stillpix-e-outros-conversores',
      '/compare/stillpix-und-andere-konverter',
    ),
    template: 'text',
    nav: ['footer-learn'],
  },
  'compare-desktop': {
    paths: paths(
      '/compare/stillpix-vs-desktop-software',
      '/compare/stillpix-y-programas-de-escritorio',
      '/compare/stillpix-e-programas-de-computador',
      '/compare/stillpix-und-desktop-programme',
    ),
    template: 'text',
    nav: ['footer-learn'],
  },
  'compare-mobile': {
    paths: paths(
      '/compare/stillpix-vs-mobile-apps',
      '/compare/stillpix-y-apps-moviles',
      '/compare/stillpix-e-apps-de-celular',
      '/compare/stillpix-und-handy-apps',
    ),
    template: 'text',
    nav: ['footer-learn'],
  },
  pricing: {
    served: true,
    paths: paths('/pricing', '/precios', '/precos', '/preise'),
    template: 'pricing',
    payment: true,
    nav: ['footer-company'],
    aliases: ['/pro', '/go-pro'],
  },
  about: {
    paths: paths('/about', '/acerca-de', '/sobre', '/uber-uns'),
    template: 'text',
    nav: ['header', 'footer-company'],
  },
  blog: {
    paths: paths('/blog', '/blog', '/blog', '/blog'),
    template: 'blog',
    nav: ['header', 'footer-learn'],
  },
  faq: {
    paths: paths('/faq', '/preguntas-frecuentes', '/perguntas-frequentes', '/faq'),
    template: 'text',
    nav: ['header', 'footer-learn'],
  },
  contact: {
    served: true,
    paths: paths('/contact', '/contacto', '/contato', '/kontakt'),
    template: 'feature',
    feature: 'contact',
    nav: ['header', 'footer-company'],
  },
  help: {
    paths: paths('/help', '/ayuda', '/ajuda', '/hilfe'),
    template: 'support',
    nav: ['footer-learn'],
  },
  'recommended-tools': {
    paths: paths(
      '/recommended-tools',
      '/herramientas-recomendadas',
      '/ferramentas-recomendadas',
      '/empfohlene-programme',
    ),
    template: 'text',
    nav: ['footer-learn'],
  },
  codecs: {
    paths: paths(
      '/codecs-and-licenses',
      '/codecs-y-licencias',
      '/codecs-e-licencas',
      '/codecs-und-lizenzen',
    ),
    template: 'text',
    nav: ['footer-legal'],
  },
  licenses: {
    paths: paths('/licenses', '/textos-de-licencias', '/textos-das-licencas', '/lizenztexte'),
    template: 'text',
    nav: ['footer-legal'],
  },
  'privacy-policy': {
    served: true,
    paths: paths(
      '/privacy-policy',
      '/politica-de-privacidad',
      '/politica-de-privacidade',
      '/datenschutz',
    ),
    template: 'text',
    nav: ['footer-legal'],
  },
  terms: {
    served: true,
    paths: paths(
      '/terms-of-service',
      '/terminos-de-servicio',
      '/termos-de-servico',
      '/nutzungsbedingungen',
    ),
    template: 'text',
    nav: ['footer-legal'],
  },
  imprint: {
    paths: paths('/imprint', '/aviso-legal', '/informacoes-legais', '/impressum'),
    template: 'text',
    nav: ['footer-legal'],
  },
  tracking: {
    paths: paths('/tracking', '/seguimiento', '/rastreamento', '/tracking'),
    template: 'feature',
    feature: 'tracking',
    nav: ['footer-legal'],
  },
  status: {
    served: true,
    paths: paths('/status', '/estado', '/status', '/status'),
    template: 'feature',
    feature: 'status',
    nav: ['footer-company'],
  },
  developers: {
    served: true,
    paths: { en: '/developers' },
    template: 'feature',
    feature: 'developers',
    nav: ['footer-company'],
  },
  'developers-reference': {
    served: true,
    paths: { en: '/developers/reference' },
    template: 'text',
    parent: 'developers',
  },
  sitemap: {
    paths: paths('/sitemap', '/mapa-del-sitio', '/mapa-do-site', '/seitenuebersicht'),
    template: 'sitemap',
    nav: ['footer-legal'],
  },
  ai: {
    paths: paths('/ai', '/ia', '/ia', '/ki'),
    template: 'text',
    nav: ['footer-legal'],
    aliases: ['/ai-info', '/llm'],
  },
  subscribe: {
    served: true,
    paths: paths('/subscribe', '/suscribirse', '/assinar', '/abonnieren'),
    template: 'feature',
    feature: 'subscribe',
    payment: true,
    parent: 'pricing',
  },
  'confirm-change': {
    served: true,
    paths: paths(
      '/confirm-change',
      '/confirmar-cambio',
      '/confirmar-mudanca',
      '/wechsel-bestaetigen',
    ),
    template: 'feature',
    feature: 'confirm-change',
    payment: true,
    isAllStates: true,
    private: true,
  },
  thanks: {
    served: true,
    paths: paths('/thanks', '/gracias', '/obrigado', '/danke'),
    template: 'feature',
    feature: 'thanks',
    isAllStates: true,
    private: true,
  },
  success: {
    served: true,
    paths: paths('/success', '/pago-completado', '/pagamento-concluido', '/zahlung-erfolgreich'),
    template: 'feature',
    feature: 'success',
    isAllStates: true,
    private: true,
  },
  'account-setup': {
    served: true,
    paths: paths('/account-setup', '/crear-cuenta', '/criar-conta', '/konto-einrichten'),
    template: 'feature',
    feature: 'account-setup',
    isAllStates: true,
    private: true,
  },
  'reset-password': {
    served: true,
    paths: paths(
      '/reset-password',
      '/restablecer-contrasena',
      '/redefinir-senha',
      '/passwort-zuruecksetzen',
    ),
    template: 'feature',
    feature: 'reset-password',
    private: true,
  },
  account: {
    served: true,
    paths: paths('/account', '/cuenta', '/conta', '/konto'),
    template: 'feature',
    feature: 'account',
    private: true,
  },
  dashboard: {
    served: true,
    paths: paths('/dashboard', '/panel', '/painel', '/uebersicht'),
    template: 'feature',
    feature: 'dashboard',
    nav: ['footer-company'],
    private: true,
  },
  'ad-test': {
    served: true,
    paths: paths('/ad-test', '/prueba-de-anuncios', '/teste-de-anuncios', '/anzeigen-test'),
    template: 'ad-test',
    private: true,
  },
  offline: {
    paths: paths('/offline', '/sin-conexion', '/sem-conexao', '/offline'),
    template: 'not-found',
    private: true,
  },
  'not-found': {
    paths: paths('/404', '/404', '/404', '/404'),
    template: 'not-found',
    private: true,
  },
} as const satisfies Record<string, Page>;
