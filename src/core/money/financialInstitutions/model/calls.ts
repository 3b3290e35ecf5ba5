import { z } from 'zod'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { FinancialInstitution, PropertyFinancialInstitution } from './entities.ts'

const path = '/api/FinancialInstitution'

/** The list of financial institutions. Everyone signed in reads it; only the agency changes it. */
export const financialInstitutions = controller(FinancialInstitution, {
  path,
  read: signedIn,
  write: agency('write'),
})

const pastLine = FinancialInstitution.row.extend({
  usedFor: PropertyFinancialInstitution.fields.usedFor,
  lastUsedOn: z.string(),
})

export const getPastFinancialInstitutions = call({
  method: 'GET',
  path: `${path}/GetPastFinancialInstitutionsFoProperty/:propertyId`,
  aliases: [`${path}/GetPastFinancialInstitutionsForProperty/:propertyId`],
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(pastLine),
  summary: 'The financial institutions a property has used, latest first (CAL-24: spelled as specified)',
})

export const noteUse = call({
  method: 'POST',
  path: `${path}/NoteUse`,
  access: permission('AFS', 'write'),
  body: PropertyFinancialInstitution.row
    .omit({ propertyFinancialInstitutionId: true })
    .extend({ usedFor: PropertyFinancialInstitution.fields.usedFor.optional() }),
  answer: PropertyFinancialInstitution.row,
  summary:
    'Record that a property has funds at a financial institution, so that the next statement can suggest it',
})
