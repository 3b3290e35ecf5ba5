import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { day, email, flag, id, moment, phone, ref, requiredText, text, zip } from '#kernel/model/field.ts'

/**
 * A firm that works for properties. A company may ask for one that is not on the list; it waits in the
 * agency's queue (`newVendor`, not active) until it is approved or rejected. Only the last four digits of
 * the tax id are stored, and only the agency sees them.
 */
export const Vendor = entity('Vendor', {
  table: 'vendor',
  key: 'vendorId',
  label: 'Vendor',
  fields: {
    vendorId: id(),
    name: requiredText('Name', 200),
    doingBusinessAs: text('Doing business as', 200),
    address: text('Address', 200),
    city: text('City', 100),
    state: text('State', 2),
    zip: zip(),
    phone: phone(),
    email: email(),
    taxIdLast4: z
      .string()
      .regex(/^\d{4}$/, 'Enter the last four digits.')
      .nullable()
      .meta({ label: 'Tax id, last four digits', kind: 'text', maxLength: 4 }),
    w9Date: day('W-9 dated'),
    w9FileId: ref('W-9', 'File'),
    active: flag('Active'),
    newVendor: flag('New vendor'),
    requestedBy: ref('Requested by', 'User'),
    createdAt: moment('Created'),
  },
  serverOnly: ['newVendor', 'requestedBy', 'createdAt'],
})

/** A vendor in a list. */
export const VendorLine = Vendor.row.omit({ w9FileId: true, requestedBy: true, createdAt: true })
export type VendorLine = z.infer<typeof VendorLine>

/** One row of an import. Only the name is required. */
export const ImportedVendor = Vendor.row
  .omit({ vendorId: true, w9FileId: true, newVendor: true, requestedBy: true, createdAt: true })
  .partial()
  .extend({ name: Vendor.fields.name })
export type ImportedVendor = z.infer<typeof ImportedVendor>

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
