import { entity } from '#kernel/model/entity.ts'
import { day, decimal, flag, id, money, ref, requiredText, text } from '#kernel/model/field.ts'

/**
 * An invoice that an item of a request claims. All modules store their invoices here, so that duplicates
 * are found across them.
 */
export const Invoice = entity('Invoice', {
  table: 'invoice',
  key: 'invoiceId',
  label: 'Invoice',
  fields: {
    invoiceId: id(),
    moduleName: requiredText('Module', 60),
    requestId: id('Request'),
    itemId: id('Item'),
    propertyId: id('Property'),
    vendorId: ref('Vendor', 'Vendor'),
    invoiceNumber: text('Invoice number', 60),
    normalisedNumber: text('Invoice number as compared', 60),
    invoiceDate: day('Invoice date'),
    amount: money('Amount'),
    amountCents: decimal('Amount as compared, in cents'),
    claimed: flag('Claimed'),
    filedCompanyId: ref('Filed by company', 'ManagementCompany'),
  },
  serverOnly: ['normalisedNumber', 'amountCents'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
