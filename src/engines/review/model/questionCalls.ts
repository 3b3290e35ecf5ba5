import { z } from 'zod'
import { type Access, agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { answerBody, askBody } from './questions.ts'

// All reviews share these shapes, so that the documentation of the calls describes them only once.
const byRecord = z.object({ id: id() })
const byQuestion = z.object({ id: id(), questionId: id('Question') })
const noBody = z.object({})

/**
 * The calls by which the agency asks about a record and its company answers; each returns the record as it is
 * afterward.
 */
export const questionCalls = <A extends z.ZodType>(
  path: string,
  title: string,
  write: Access,
  answer: A,
) => ({
  askCompany: call({
    method: 'POST',
    path: `${path}/AskCompany/:id`,
    access: agency('write'),
    params: byRecord,
    body: askBody,
    answer,
    summary: `${title}: ask the company a question; the record stays under review`,
  }),
  answerQuestion: call({
    method: 'POST',
    path: `${path}/AnswerQuestion/:id/:questionId`,
    access: write,
    params: byQuestion,
    bodyType: 'multipart',
    bodyLimit: fileLimits.bytes,
    body: answerBody,
    answer,
    summary: `${title}: answer a question of the agency`,
  }),
  withdrawQuestion: call({
    method: 'POST',
    path: `${path}/WithdrawQuestion/:id/:questionId`,
    access: agency('write'),
    params: byQuestion,
    body: noBody,
    answer,
    summary: `${title}: withdraw a question`,
  }),
})
