import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { Letter, Signer } from './entities.ts'

export const signers = controller(Signer, { path: '/api/Signer', read: agency('read'), write: agency('write') })

const line = Letter.row.omit({ data: true, createdBy: true }).extend({
  createdByName: z.string().nullable(),
  /** The day it bears, `YYYY-MM-DD` where the agency is. */
  letterDate: z.string(),
})

/** Open to everybody signed in: the record's kind tells which permission is needed, and the handlers narrow to it. */
export const getLettersByRow = call({
  method: 'GET',
  path: '/api/Letter/GetByRow/:entity/:rowId',
  access: signedIn,
  params: z.object({ entity: z.string().max(60).meta({ label: 'Kind of record', kind: 'text' }), rowId: id('Record') }),
  answer: z.array(line),
  summary: 'The letters made for a record, newest first',
})

export const getLetter = call({
  method: 'GET',
  path: '/api/Letter/:id',
  access: signedIn,
  params: z.object({ id: id() }),
  answer: line.extend({ data: Letter.fields.data }),
  summary: 'One letter with what it was drawn from',
})
