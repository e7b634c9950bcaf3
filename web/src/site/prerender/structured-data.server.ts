import type {
  Article,
  BreadcrumbList,
  FAQPage,
  Offer,
  Organization,
  Product,
  SoftwareApplication,
  WebSite,
  WithContext,
} from 'schema-dts';
import { brand } from '@stillpix/contract/brand';
import { sitePrices } from '../../i18n/money.ts';
import { origin } from './origin.server.ts';
import type { PageContent } from '../content/page-content.server.ts';
import type { PageData } from '../pages/page-data.ts';
import { pageOf, type PageId } from '../pages/pages.ts';
import { socialImagePath } from '../pages/social-image-path.ts';

const context = 'https://schema.org';

// The types are generated from schema.org's vocabulary: a type, property or value that it lacks
// does not compile.

export function breadcrumbList(page: PageData): WithContext<BreadcrumbList> {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: page.crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: origin + crumb.path,
    })),
  };
}

/** Answers are shown outside their page, where relative links do not work. */
function withAbsoluteLinks(html: string): string {
  return html.replaceAll(/(href|src)="\/(?!\/)/g, `$1="${origin}/`);
}

export function faqPage(
  faq: readonly { q: string; a: string }[],
  language: string,
): WithContext<FAQPage> {
  return {
    '@context': context,
    '@type': 'FAQPage',
    inLanguage: language,
    mainEntity: faq.map(({ q, a }) => ({
      '@type': 'Question',
      name: q,
      acceptedAnswer: { '@type': 'Answer', text: withAbsoluteLinks(a) },
    })),
  };
}

function softwareApplication(page: PageData): WithContext<SoftwareApplication> {
  return {
    '@context': context,
    '@type': 'SoftwareApplication',
    name: page.id === 'home' ? brand.name : `${brand.name}: ${page.crumbs.at(-1)?.name}`,
    url: origin + page.path,
    description: page.description,
    inLanguage: page.language,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    softwareRequirements: 'A browser with JavaScript and WebAssembly',
    publisher: publisher(),
    offers: { '@type': 'Offer', price: '0', priceCurrency: sitePrices(page.language).code },
  };
}

function proProduct(page: PageData): WithContext<Product> {
  const { code, monthAmount, yearAmount } = sitePrices(page.language);
  const offer = (name: string, price: string, unit: 'MON' | 'ANN'): Offer => ({
    '@type': 'Offer',
    name,
    url: origin + page.path,
    price,
    priceCurrency: code,
    availability: `${context}/InStock`,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: code,
      unitCode: unit,
      billingDuration: 1,
    },
  });
  return {
    '@context': context,
    '@type': 'Product',
    name: `${brand.name} Pro`,
    description: page.description,
    brand: { '@type': 'Brand', name: brand.name },
    image: origin + socialImagePath(page.path),
    offers: [offer('Monthly', monthAmount, 'MON'), offer('Annual', yearAmount, 'ANN')],
  };
}

function publisher(): Organization {
  const logo = `${origin}/icon-512.png`;
  return {
    '@type': 'Organization',
    name: brand.name,
    url: origin,
    logo: { '@type': 'ImageObject', url: logo, width: '512', height: '512' },
    email: brand.support,
  };
}

function webSite(page: PageData): WithContext<WebSite> {
  return {
    '@context': context,
    '@type': 'WebSite',
    name: brand.name,
    url: origin + page.path,
    description: page.description,
    inLanguage: page.language,
    publisher: publisher(),
  };
}

/** JSON-LD of a page of the table. */
export function structuredData(id: PageId, page: PageData, content: PageContent): object[] {
  const { template } = pageOf(id);
  const blocks: object[] = [];
  if (id === 'home') blocks.push(webSite(page));
  if (template === 'home' || template === 'tool') blocks.push(softwareApplication(page));
  if (template === 'pricing') blocks.push(proProduct(page));
  if (page.crumbs.length > 1 && template !== 'not-found') blocks.push(breadcrumbList(page));
  if (content.faq.length > 0) blocks.push(faqPage(content.faq, page.language));
  return blocks;
}

export function articleData(
  page: PageData,
  article: { title: string; date: string; updated: string | null; keywords: readonly string[] },
): WithContext<Article> {
  return {
    '@context': context,
    '@type': 'Article',
    headline: article.title,
    description: page.description,
    inLanguage: page.language,
    datePublished: article.date,
    dateModified: article.updated ?? article.date,
    keywords: article.keywords.join(', '),
    image: origin + socialImagePath(page.path),
    mainEntityOfPage: origin + page.path,
    author: publisher(),
    publisher: publisher(),
  };
}
