import { z } from 'zod'
import { propertyLine } from '#core/portfolio/properties/model/index.ts'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id, number } from '#kernel/model/field.ts'
import { requests } from './requests.ts'

const { path, calls } = requests
const answer = calls.one.answer
const read = permission('AFS', 'read')
const status = z.int().min(1).max(9).meta({ label: 'Status', kind: 'choice' })

export const createByAfsId = call({
  method: 'GET',
  path: `${path}/CreateByAfsId/:afsId`,
  access: permission('AFS', 'write'),
  params: z.object({ afsId: id('Statement') }),
  answer,
  changes: true,
  summary: 'Distribution request: begin one for a statement; returns the draft if there is one already',
})

export const getReviewListByYear = call({
  method: 'GET',
  path: `${path}/GetReviewListByYear/:year`,
  access: agency('read'),
  params: z.object({ year: number('Year', 1, 9999).unwrap() }),
  answer: calls.list.answer,
  summary: 'Distribution request: those on the statements of a fiscal year',
})

export const adminChangeStatus = call({
  method: 'GET',
  path: `${path}/AdminChangeStatus/:requestId/:status`,
  access: agency('admin'),
  params: z.object({ requestId: id('Request'), status }),
  query: z.object({ reason: z.string().max(4000).optional() }),
  answer,
  changes: true,
  summary: 'Distribution request: force a status, with the reason',
})

export const getMultiNavList = call({
  method: 'GET',
  path: `${path}/GetMultiNavList`,
  access: read,
  answer: z.array(
    propertyLine.extend({
      /** The newest statement that was submitted. */
      afsId: z.int().nullable(),
      year: z.int().nullable(),
      statementLabel: z.string(),
      openRequests: z.int(),
      requested: z.number(),
      approved: z.number(),
      lastApproved: z.string().nullable(),
    }),
  ),
  summary: 'Distribution request: properties in scope with their latest statement and the requests on it',
})

const step = (tail: string, text: string) =>
  call({
    method: 'PUT',
    path: `${path}/${tail}/:requestId`,
    access: agency('write'),
    params: z.object({ requestId: id('Request') }),
    body: calls.submit.body!,
    answer,
    summary: `Distribution request: ${text}`,
  })
export const startReview = step('StartReview', 'take it into review')
export const approve = step('Approve', 'approve the amount that its review names')
export const deny = step('Deny', 'deny it, with the reason')
export const reopen = step('Reopen', 'return a decided one to review, with the reason')
