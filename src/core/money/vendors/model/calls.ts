import { z } from 'zod'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { flag, id, ref } from '#kernel/model/field.ts'
import { alphabetChoices } from '#kernel/model/text.ts'
import { Vendor, VendorLine } from './entities.ts'

/** The generic calls; `createNewVendor` replaces the one that creates. */
export const vendors = controller(Vendor, { path: '/api/Vendor', read: signedIn, write: agency('write') })

/** Creates a vendor. People who file requests may ask for a new vendor, on which the agency decides. */
export const createNewVendor = call({
  method: 'POST',
  path: '/api/Vendor',
  access: permission('Replacement_Reserve', 'write'),
  body: Vendor.input
    .omit({ vendorId: true, newVendor: true, requestedBy: true, createdAt: true })
    .extend({ name: Vendor.fields.name }),
  answer: Vendor.row,
  summary: 'Create a vendor; a company requests a new one, or gets the one already on the list',
})

const params = z.object({ id: id('Vendor') })

export const searchVendors = call({
  method: 'POST',
  path: '/api/Vendor/Search',
  access: signedIn,
  body: z.object({
    search: z.string().max(200).meta({ label: 'Search', kind: 'text', maxLength: 200 }).nullable().optional(),
    newVendorIds: z.array(id('Vendor')).max(200).nullable().optional(),
  }),
  answer: z.array(VendorLine),
  summary:
    'Active vendors by name, tolerating typing errors, best match first; those in newVendorIds always (CAL-34)',
})

export const getActiveVendors = call({
  method: 'GET',
  path: '/api/Vendor/GetActive/:id',
  access: signedIn,
  params,
  answer: z.array(VendorLine),
  summary: 'Active vendors by name, and the vendor with the id even if not active; 0 for none',
})

export const getVendorsByLetter = call({
  method: 'GET',
  path: '/api/Vendor/GetVendorByAlphaSearch/:letter/:active',
  access: signedIn,
  params: z.object({
    letter: z
      .string()
      .max(8)
      .refine(
        (letter) =>
          alphabetChoices.some((alphabetChoice) => alphabetChoice.toLowerCase() === letter.toLowerCase()),
        {
          error: 'Choose #, a letter or View All.',
        },
      )
      .meta({ label: 'Letter', kind: 'text' }),
    active: flag('Active'),
  }),
  answer: z.array(VendorLine),
  summary: 'Active or inactive vendors by first letter (# as %23)',
})

export const MAX_IMPORTED = 10_000

export const importVendors = call({
  method: 'POST',
  path: '/api/Vendor/ImportList',
  access: agency('write'),
  bodyLimit: 8_388_608,
  body: z
    .array(z.record(z.string(), z.unknown()))
    .min(1, 'There is no row to import.')
    .max(MAX_IMPORTED, `At most ${MAX_IMPORTED} rows at a time.`),
  answer: z.object({ imported: z.int() }),
  summary:
    'Add vendors from rows with column names; if one row has an error or is on the list already, none is added',
})

export const getNewVendors = call({
  method: 'GET',
  path: '/api/Vendor/GetNewVendors',
  access: agency('read'),
  answer: z.array(
    VendorLine.extend({
      requestedByName: z.string().nullable(),
      companyName: z.string().nullable(),
      createdAt: z.string(),
      /** Active vendors with a similar name, the most similar first. */
      similar: z.array(
        z.object({
          vendorId: z.int(),
          name: z.string(),
          city: z.string().nullable(),
          zip: z.string().nullable(),
        }),
      ),
    }),
  ),
  summary: 'Vendors requested by companies, oldest first',
})

export const approveNewVendor = call({
  method: 'POST',
  path: '/api/Vendor/ApproveNew/:id',
  access: agency('write'),
  params,
  answer: Vendor.row,
  summary: 'Approve a requested vendor',
})

export const rejectNewVendor = call({
  method: 'POST',
  path: '/api/Vendor/RejectNew/:id',
  access: agency('write'),
  params,
  body: z.object({ replacementVendorId: ref('Use instead', 'Vendor').optional() }),
  answer: Vendor.row,
  summary: 'Reject a requested vendor; records that use it are changed to the replacement, if one is given',
})
