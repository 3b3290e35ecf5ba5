import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { Letter, Letterhead, Signer } from './entities.ts'

export const signers = controller(Signer, {
  path: '/api/Signer',
  read: agency('read'),
  write: agency('write'),
})

const line = Letter.row.omit({ data: true, createdBy: true }).extend({
  createdByName: z.string().nullable(),
  /** The date printed on the letter, `YYYY-MM-DD` in the agency's time zone. */
  letterDate: z.string(),
})

// The two calls are open to everyone signed in because the needed permission depends on the kind of record.
// Their handlers check it.
export const getLettersByRow = call({
  method: 'GET',
  path: '/api/Letter/GetByRow/:entity/:rowId',
  access: signedIn,
  params: z.object({
    entity: z.string().max(60).meta({ label: 'Kind of record', kind: 'text' }),
    rowId: id('Record'),
  }),
  answer: z.array(line),
  summary: 'The letters of a record, newest first',
})

export const getLetter = call({
  method: 'GET',
  path: '/api/Letter/:id',
  access: signedIn,
  params: z.object({ id: id() }),
  answer: line.extend({ data: Letter.fields.data }),
  summary: 'One letter with the data it was created from',
})

const letterhead = Letterhead.row.omit({ createdBy: true, createdAt: true })
/** A letterhead with the fields that letters and its form use. */
export type LetterheadRow = z.infer<typeof letterhead>

export const getLetterhead = call({
  method: 'GET',
  path: '/api/Letter/GetLetterhead/:id',
  access: signedIn,
  params: z.object({ id: id() }),
  answer: letterhead,
  summary: 'A letterhead by id; 0 for the current one',
})

export const saveLetterhead = call({
  method: 'POST',
  path: '/api/Letter/SaveLetterhead',
  access: agency('write'),
  body: letterhead.omit({ letterheadId: true }),
  answer: letterhead,
  summary: 'Set the letterhead of all future letters; letters already sent are not changed',
})

const registerLine = line.extend({
  /** The property that the letter is about, or the company if it is about no property. */
  propertyName: z.string(),
  /** The addresses to which the letter was last mailed; `mailedAt` says when. */
  mailedTo: z.string().nullable(),
  mailedAt: z.string().nullable(),
})
/** A line of the register of letters. */
export type RegisterLine = z.infer<typeof registerLine>
/** The maximum number of letters in the register. */
export const MAX_REGISTER_LINES = 2000

export const getLetterRegister = call({
  method: 'GET',
  path: '/api/Letter/GetRegister',
  access: agency('read'),
  answer: z.array(registerLine),
  summary: `The latest ${MAX_REGISTER_LINES} letters of the agency, with their last recipients by mail`,
})

export const resendLetter = call({
  method: 'POST',
  path: '/api/Letter/Resend/:id',
  access: agency('write'),
  params: z.object({ id: id() }),
  body: z.object({
    email: z.email().max(254).nullable().optional().meta({ label: 'Mail address', kind: 'text' }),
  }),
  answer: z.object({ sentTo: z.array(z.string()) }),
  summary: 'Send a letter as PDF to the given address, or to the recipients of its decision mail',
})
