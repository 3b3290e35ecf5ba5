import { isAgency, isAgencyWriter } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type Context, type Served, serve } from '#kernel/server/serve.ts'
import {
  approveNewVendor,
  createNewVendor,
  getActiveVendors,
  getNewVendors,
  getVendorsByLetter,
  importVendors,
  rejectNewVendor,
  searchVendors,
  vendors,
} from '../model/calls.ts'
import type { Vendor } from '../model/entities.ts'
import { findKnownVendor, getOnListMessage, importRows } from './import.ts'
import { loadActiveVendors, loadNewVendors, loadVendorsByLetter, searchVendorLines } from './lists.ts'
import { approveVendor, rejectVendor } from './review.ts'

export { findVendorsByName, requestVendor } from './vendorsByName.ts'
export { vendorWriterIdsSql } from './writers.ts'

type Values = Record<string, unknown>
type CreateContext = Context<undefined, undefined, NonNullable<typeof createNewVendor.body>>

/**
 * Adds a vendor. A vendor of the agency is active immediately, and an existing one is refused (409). A
 * vendor of a company goes into the agency's queue; an existing one is returned unchanged, so that asking
 * twice adds nothing.
 */
async function create(context: CreateContext): Promise<Row<typeof Vendor>> {
  const { actor, body, db } = context
  const forAgency = isAgency(actor)
  if (forAgency && !isAgencyWriter(actor)) refuse.forbidden()
  const existing = await findKnownVendor(context, body)
  if (existing && forAgency) refuse.conflict(getOnListMessage(existing))
  if (existing)
    return db
      .selectFrom('vendor')
      .selectAll()
      .where('vendorId', '=', existing.vendorId)
      .executeTakeFirstOrThrow()
  const { name, address, city, state, zip, phone, email } = body
  const requestedVendor = {
    name,
    address,
    city,
    state,
    zip,
    phone,
    email,
    newVendor: true,
    active: false,
    requestedBy: actor.userId,
  }
  return db
    .insertInto('vendor')
    .values(forAgency ? body : requestedVendor)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function beforeUpdate(values: Values, present: Values): Values {
  if (present.newVendor && values.active)
    refuse.rule('This vendor waits for a decision. Approve or reject it.')
  return values
}

/** Removes the digits of the tax id, which only the agency may see, from an answer. */
const withoutTaxId = (answer: unknown): unknown => {
  if (Array.isArray(answer)) return answer.map(withoutTaxId)
  return answer !== null && typeof answer === 'object' && 'taxIdLast4' in answer
    ? { ...answer, taxIdLast4: null }
    : answer
}
const hideTaxId = (served: Served): Served => ({
  call: served.call,
  ...(served.list && {
    list: {
      ...served.list,
      row: (record, actor) =>
        isAgency(actor) ? served.list!.row(record, actor) : withoutTaxId(served.list!.row(record, actor)),
    },
  }),
  handle: async (context) => {
    const answer = await served.handle(context)
    return isAgency(context.actor) ? answer : withoutTaxId(answer)
  },
})

/** Every call that the vendors module answers. */
export const served: Served[] = [
  ...serveController(vendors, {
    before: async (_, values, present) => (present ? beforeUpdate(values, present) : values),
  }).filter((served) => served.call !== vendors.create),
  serve(createNewVendor, create),

  serve(searchVendors, (context) =>
    searchVendorLines(context, context.body.search ?? '', context.body.newVendorIds ?? []),
  ),
  serve(getActiveVendors, (context) => loadActiveVendors(context, context.params.id)),
  serve(getVendorsByLetter, (context) =>
    loadVendorsByLetter(context, context.params.letter, context.params.active),
  ),

  serve(importVendors, async (context) => ({ imported: await importRows(context, context.body) })),

  serve(getNewVendors, loadNewVendors),
  serve(approveNewVendor, (context) => approveVendor(context, context.params.id)),
  serve(rejectNewVendor, (context) =>
    rejectVendor(context, context.params.id, context.body.replacementVendorId),
  ),
].map(hideTaxId)
