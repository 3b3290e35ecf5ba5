import { z } from 'zod'
import type { Access } from './access.ts'
import { call } from './call.ts'
import { id, longText } from './field.ts'

const step = { reason: longText('Reason', 4000).optional(), version: z.int().nullable().optional() }
const statusId = z.int().min(-1).max(9).meta({ label: 'Status', kind: 'choice' })
// Made once, so that the documents describe them once.
const stepBody = z.object(step)
const reviewBody = z.object({ id: id(), ...step })
const changeBody = z.object({ id: id(), statusId, ...step })

/**
 * The calls that every controller with a reviewed status shares (area SHS), and its submission. `answer` is the record as
 * its screen shows it, `row` a row of its lists.
 */
export function statusCalls<A extends z.ZodType, L extends z.ZodType>(options: {
  path: string
  title: string
  read: Access
  write: Access
  answer: A
  row: L
}) {
  const { path, title, read, write, answer, row } = options
  const post = <B extends z.ZodType>(tail: string, body: B, summary: string) =>
    call({ method: 'POST', path: path + tail, access: write, body, answer, summary: `${title}: ${summary}` })
  const byId = { method: 'POST', access: write, params: z.object({ id: id() }), body: stepBody, answer } as const
  const list = { method: 'GET', access: read, answer: z.array(row) } as const
  return {
    submit: call({ ...byId, path: `${path}/Submit/:id`, summary: `${title}: submit, every fault at once` }),
    unSubmit: call({
      ...byId,
      path: `${path}/UnSubmit/:id`,
      summary: `${title}: recall by the company, or return by the agency with a reason`,
    }),
    review: post('/Review', reviewBody, 'take the next step of the review'),
    changeStatus: post('/ChangeStatus', changeBody, 'take the step that leads to a status'),
    byStatus: call({
      ...list,
      path: `${path}/GetByStatus/:status`,
      params: z.object({ status: statusId }),
      summary: `${title}: those of a status`,
    }),
    byStatusAndProperty: call({
      ...list,
      path: `${path}/GetByStatusAndProperty/:status/:propertyId`,
      params: z.object({ status: statusId, propertyId: id('Property') }),
      summary: `${title}: those of a status at a property`,
    }),
  }
}
