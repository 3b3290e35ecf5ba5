import { z } from 'zod'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { flag, id, ref } from '#kernel/model/field.ts'
import { alphabetChoices } from '#kernel/model/text.ts'
import { Vendor, VendorLine } from './entities.ts'

/** The generic calls; creating is `createNewVendor` instead. */
export const vendors = controller(Vendor, { path: '/api/Vendor', read: signedIn, write: agency('write') })

/** Who files requests may ask for a new vendor; the agency decides. */
export const createNewVendor = call({
  method: 'POST',
  path: '/api/Vendor',
  access: permission('Replacement_Reserve', 'write'),
  body: Vendor.input
    .omit({ vendorId: true, newVendor: true, requestedBy: true, createdAt: true })
    .extend({ name: Vendor.fields.name }),
  answer: Vendor.row,
  summary: 'Create a vendor; from a company, ask for a new one, or be answered the one that is on the list already',
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
  summary: 'Active vendors by name, typing errors forgiven, best first; those of newVendorIds always (CAL-34)',
})

export const getActiveVendors = call({
  method: 'GET',
  path: '/api/Vendor/GetActive/:id',
  access: signedIn,
  params,
  answer: z.array(VendorLine),
  summary: 'Active vendors by name; the one of the id also when it is not active, 0 for none',
})

export const getVendorsByLetter = call({
  method: 'GET',
  path: '/api/Vendor/GetVendorByAlphaSearch/:letter/:active',
  access: signedIn,
  params: z.object({
    letter: z
      .string()
      .max(8)
      .refine((letter) => alphabetChoices.some((one) => one.toLowerCase() === letter.toLowerCase()), {
        error: 'Choose #, a letter or View All.',
      })
      .meta({ label: 'Letter', kind: 'text' }),
    active: flag('Active'),
  }),
  answer: z.array(VendorLine),
  summary: 'Active or inactive vendors under a choice of the alphabet filter (# as %23)',
})

export const MOST_IMPORTED = 10_000

export const importVendors = call({
  method: 'POST',
  path: '/api/Vendor/ImportList',
  access: agency('write'),
  bodyLimit: 8_388_608,
  body: z
    .array(z.record(z.string(), z.unknown()))
    .min(1, 'There is no row to import.')
    .max(MOST_IMPORTED, `At most ${MOST_IMPORTED} rows at a time.`),
  answer: z.object({ imported: z.int() }),
  summary: 'Add vendors from rows named by column; all or, when a row has a fault or is on the list already, none',
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
      /** Active vendors of a like name, the most alike first. */
      similar: z.array(
        z.object({ vendorId: z.int(), name: z.string(), city: z.string().nullable(), zip: z.string().nullable() }),
      ),
    }),
  ),
  summary: 'Vendors that companies ask for, oldest first',
})

export const approveNewVendor = call({
  method: 'POST',
  path: '/api/Vendor/ApproveNew/:id',
  access: agency('write'),
  params,
  answer: Vendor.row,
  summary: 'Put a requested vendor on the list',
})

export const rejectNewVendor = call({
  method: 'POST',
  path: '/api/Vendor/RejectNew/:id',
  access: agency('write'),
  params,
  body: z.object({ replacementVendorId: ref('Use instead', 'Vendor').optional() }),
  answer: Vendor.row,
  summary: 'Keep a requested vendor off the list; what names it is changed to the replacement, if one is given',
})
