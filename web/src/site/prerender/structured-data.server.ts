import type {
  Article,
  BreadcrumbList,
  FAQPage,
  Offer,
  Organization,
  Product,
  WebApplication,
  WithContext,
} from 'schema-dts';
import { brand } from '@stillpix/contract/brand';
import { origin } from './origin.server.ts';
import type { PageContent } from '../content/page-content.server.ts';
import type { PageData } from '../pages/page-data.ts';
import { pageOf, type PageId } from '../pages/pages.ts';
import { socialImagePath } from '../pages/social-image-path.ts';

const context = 'https://schema.org';

// The types are made from schema.org's vocabulary: a type, property or value that it lacks does not
// compile.

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
      acceptedAnswer: { '@type': 'Answer', text: a },
    })),
  };
}

function webApplication(page: PageData): WithContext<WebApplication> {
  return {
    '@context': context,
    '@type': 'WebApplication',
    name: page.id === 'home' ? brand.name : `${brand.name}: ${page.crumbs.at(-1)?.name}`,
    url: origin + page.path,
    description: page.description,
    inLanguage: page.language,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    browserRequirements: 'Requires JavaScript and WebAssembly',
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  };
}

function proProduct(page: PageData): WithContext<Product> {
  const offer = (name: string, price: string, unit: 'MON' | 'ANN'): Offer => ({
    '@type': 'Offer',
    name,
    url: origin + page.path,
    price,
    priceCurrency: 'USD',
    availability: `${context}/InStock`,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: 'USD',
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
    offers: [offer('Monthly', '4.99', 'MON'), offer('Annual', '49.00', 'ANN')],
  };
}

function organization(): WithContext<Organization> {
  return {
    '@context': context,
    '@type': 'Organization',
    name: brand.name,
    url: origin,
    logo: `${origin}/icon-512.png`,
    email: brand.support,
  };
}

/** JSON-LD of a page of the table. */
export function structuredData(id: PageId, page: PageData, content: PageContent): object[] {
  const { template } = pageOf(id);
  const blocks: object[] = [];
  if (id === 'home') blocks.push(organization());
  if (template === 'home' || template === 'tool') blocks.push(webApplication(page));
  if (template === 'pricing') blocks.push(proProduct(page));
  if (page.crumbs.length > 1 && template !== 'not-found') blocks.push(breadcrumbList(page));
  if (content.faq.length > 0) blocks.push(faqPage(content.faq, page.language));
  return blocks;
}

export function articleData(
  page: PageData,
  article: { title: string; date: string; updated: string | null; tags: readonly string[] },
): WithContext<Article> {
  const publisher: Organization = { '@type': 'Organization', name: brand.name, url: origin };
  return {
    '@context': context,
    '@type': 'Article',
    headline: article.title,
    description: page.description,
    inLanguage: page.language,
    datePublished: article.date,
    dateModified: article.updated ?? article.date,
    keywords: article.tags.join(', '),
    image: origin + socialImagePath(page.path),
    mainEntityOfPage: origin + page.path,
    author: publisher,
    publisher,
  };
}
