import type { Hono } from 'hono';
import { readList, readObject, readText } from './form.ts';
import type { Ledger } from './ledger.ts';
import { makeId } from './new-objects.ts';
import type * as fake from './objects.ts';
import {
  alreadyExists,
  readForm,
  readQuery,
  requireObject,
  requireText,
  toPage,
} from './requests.ts';

/** Products, prices and coupons. */
export function mountCatalog(app: Hono, ledger: Ledger): void {
  const { products, prices, coupons } = ledger;
  app.get('/v1/products', (c) => c.json(toPage([...ledger.products.values()], '/v1/products')));
  app.get('/v1/products/:id', (c) => c.json(requireObject(products, c.req.param('id'))));
  app.post('/v1/products', async (c) => {
    const form = await readForm(c);
    const id = readText(form, 'id') ?? makeId('prod');
    const product: fake.Product = {
      id,
      object: 'product',
      name: requireText(form, 'name'),
      active: true,
      created: ledger.now(),
    };
    if (products.has(id)) throw alreadyExists(id);
    products.set(id, product);
    return c.json(product);
  });
  app.post('/v1/products/:id', async (c) => {
    const product = requireObject(products, c.req.param('id'));
    const form = await readForm(c);
    product.name = readText(form, 'name') ?? product.name;
    product.active = (readText(form, 'active') ?? 'true') === 'true';
    return c.json(product);
  });
  app.get('/v1/prices', (c) => {
    const keys = readList(readQuery(c), 'lookup_keys');
    const found = [...prices.values()].filter(
      ({ lookup_key, active }) => active && (keys.length === 0 || keys.includes(lookup_key ?? '')),
    );
    return c.json(toPage(found, '/v1/prices'));
  });
  app.post('/v1/prices', async (c) => {
    const form = await readForm(c);
    requireObject(products, requireText(form, 'product'));
    const lookupKey = readText(form, 'lookup_key') ?? null;
    const previous = [...prices.values()].find(({ lookup_key }) => lookup_key === lookupKey);
    if (lookupKey !== null && previous) {
      if (readText(form, 'transfer_lookup_key') !== 'true') throw alreadyExists(lookupKey);
      previous.lookup_key = null;
    }
    const interval = readText(readObject(form, 'recurring'), 'interval');
    const price: fake.Price = {
      id: makeId('price'),
      object: 'price',
      active: true,
      type: 'recurring',
      currency: requireText(form, 'currency'),
      unit_amount: Number(requireText(form, 'unit_amount')),
      lookup_key: lookupKey,
      tax_behavior: readText(form, 'tax_behavior') ?? 'unspecified',
      product: requireText(form, 'product'),
      recurring: { interval: interval === 'year' ? 'year' : 'month', interval_count: 1 },
    };
    prices.set(price.id, price);
    return c.json(price);
  });
  app.get('/v1/coupons/:id', (c) => c.json(requireObject(coupons, c.req.param('id'))));
  app.delete('/v1/coupons/:id', (c) => {
    const { id } = requireObject(coupons, c.req.param('id'));
    coupons.delete(id);
    return c.json({ id, object: 'coupon', deleted: true });
  });
  app.post('/v1/coupons', async (c) => {
    const form = await readForm(c);
    const coupon: fake.Coupon = {
      id: readText(form, 'id') ?? makeId('coupon'),
      object: 'coupon',
      name: readText(form, 'name') ?? null,
      amount_off: Number(requireText(form, 'amount_off')),
      currency: requireText(form, 'currency'),
      duration: requireText(form, 'duration'),
      valid: true,
      times_redeemed: 0,
    };
    coupons.set(coupon.id, coupon);
    return c.json(coupon);
  });
}
