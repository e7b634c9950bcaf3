import type { Hono } from 'hono';
import type { Stripe } from 'stripe';
import { type FormObject, readList, readObject, readText } from './form.ts';
import type { Ledger } from './ledger.ts';
import type * as fake from './objects.ts';
import {
  missing,
  notOpen,
  readForm,
  readQuery,
  RequestError,
  requireCurrency,
  requireObject,
  requireText,
  toPage,
} from './requests.ts';

/** Invoices, charges, and what becomes of them. */
export function mountMoney(
  app: Hono,
  ledger: Ledger,
  readTaxStatus: () => Stripe.Tax.Settings['status'],
): void {
  const { invoices, charges, customers, refunds, disputes, creditNotes } = ledger;
  app.get('/v1/invoices', (c) => {
    const query = readQuery(c);
    const { id } = requireObject(customers, requireText(query, 'customer'), 'customer');
    const withPayments = readList(query, 'expand').includes('data.payments');
    // The newest first, as Stripe lists them.
    const found = [...invoices.values()]
      .toReversed()
      .filter(({ customer }) => customer === id)
      .map((invoice) => (withPayments ? invoice : withoutPayments(invoice)));
    return c.json(toPage(found, '/v1/invoices'));
  });
  app.post('/v1/invoices/create_preview', async (c) => {
    const form = await readForm(c);
    const customer = requireObject(customers, requireText(form, 'customer'), 'customer');
    const price = requirePrice(ledger, readObject(form, 'subscription_details'));
    requireCurrency(customer, price);
    const coupon = findCoupon(ledger, form);
    const total = (price.unit_amount ?? 0) - (coupon?.amount_off ?? 0);
    return c.json({ object: 'invoice', total, amount_due: ledger.dueOf(customer.id, total) });
  });
  app.post('/v1/invoices/:id/void', (c) => {
    const invoice = requireObject(invoices, c.req.param('id'));
    if (invoice.status !== 'open') throw notOpen(invoice);
    ledger.voidInvoice(invoice);
    return c.json(withoutPayments(invoice));
  });
  app.get('/v1/invoices/:id', (c) => {
    const invoice = requireObject(invoices, c.req.param('id'));
    const expand = readList(readQuery(c), 'expand');
    return c.json(expand.includes('payments') ? invoice : withoutPayments(invoice));
  });
  app.get('/v1/charges', (c) => {
    const query = readQuery(c);
    const { id } = requireObject(customers, requireText(query, 'customer'), 'customer');
    const withRefunds = readList(query, 'expand').includes('data.refunds');
    const found = [...charges.values()]
      .toReversed()
      .filter(({ customer }) => customer === id)
      .map((charge) => (withRefunds ? { ...charge, refunds: refundsOf(charge) } : charge));
    return c.json(toPage(found, '/v1/charges'));
  });
  const refundsOf = ({ id }: fake.Charge) =>
    toPage(
      [...refunds.values()].filter(({ charge }) => charge === id),
      `/v1/charges/${id}/refunds`,
    );
  app.get('/v1/disputes', (c) => {
    const charge = readText(readQuery(c), 'charge');
    const found = [...disputes.values()].filter((one) => one.charge === charge);
    return c.json(toPage(found, '/v1/disputes'));
  });
  app.get('/v1/credit_notes', (c) => {
    const invoice = readText(readQuery(c), 'invoice');
    const found = [...creditNotes.values()].filter((one) => one.invoice === invoice);
    return c.json(toPage(found, '/v1/credit_notes'));
  });
  app.get('/v1/charges/:id', (c) => c.json(requireObject(charges, c.req.param('id'))));
  app.get('/v1/tax/settings', (c) =>
    c.json({
      object: 'tax.settings',
      status: readTaxStatus(),
      status_details:
        readTaxStatus() === 'active'
          ? { active: {} }
          : { pending: { missing_fields: ['head_office'] } },
    }),
  );
  app.post('/v1/refunds', async (c) => {
    const intent = requireText(await readForm(c), 'payment_intent');
    const charge = [...charges.values()].find((one) => one.payment_intent === intent);
    if (!charge) throw missing(intent, 'payment_intent');
    if (charge.refunded) {
      throw new RequestError(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: `Charge ${charge.id} has already been refunded.`,
      });
    }
    if (charge.disputed) {
      throw new RequestError(400, {
        type: 'invalid_request_error',
        code: 'charge_disputed',
        message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      });
    }
    return c.json(ledger.refund(charge));
  });
}

export function requirePrice({ prices }: Ledger, form: FormObject): fake.Price {
  const item = readObject({ i: readList(form, 'items')[0] }, 'i');
  return requireObject(prices, requireText(item, 'price'), 'items[0][price]');
}

export function findCoupon({ coupons }: Ledger, form: FormObject): fake.Coupon | null {
  const id = readText(readObject({ d: readList(form, 'discounts')[0] }, 'd'), 'coupon');
  return id === undefined ? null : requireObject(coupons, id, 'coupon');
}

export function withoutPayments(invoice: fake.Invoice): Omit<fake.Invoice, 'payments'> {
  const { payments: _, ...shown } = invoice;
  return shown;
}
