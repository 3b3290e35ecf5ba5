import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, flag, id, longText, money, ref, text } from '#kernel/model/field.ts'
import { requestDetail, sentRequest } from './shapes.ts'

const path = '/api/ReplacementReserve'
const write = permission('Replacement_Reserve', 'write')
const byId = z.object({ id: id() })

const stepBody = z.object({ reason: longText('Reason', 4000).optional(), version: z.int().nullable().optional() })

export const submit = call({
  method: 'POST',
  path: `${path}/Submit/:id`,
  access: write,
  params: byId,
  body: stepBody,
  answer: requestDetail,
  summary: 'Submit a request; every fault at once',
})
export const unSubmit = call({
  method: 'POST',
  path: `${path}/UnSubmit/:id`,
  access: write,
  params: byId,
  body: stepBody,
  answer: requestDetail,
  summary: 'Recall by the company, or return by the agency with a reason',
})
export const startReview = call({
  method: 'POST',
  path: `${path}/StartReview/:id`,
  access: agency('write'),
  params: byId,
  body: stepBody,
  answer: requestDetail,
  summary: 'Take a submitted request into review',
})

const approvedAmount = z.object({
  itemId: id('Item'),
  amount: money('Approved amount'),
  denialReason: text('Reason for the reduction', 1000).optional(),
})

export const changeStatus = call({
  method: 'POST',
  path: `${path}/ChangeStatus`,
  access: write,
  answer: requestDetail,
  body: z.object({
    statusId: z.int().min(1).max(6).meta({ label: 'Status', kind: 'choice' }),
    requestId: id('Request'),
    userId: z
      .union([z.int(), z.string().max(100)])
      .nullable()
      .optional(),
    approvedAmounts: z.array(approvedAmount).max(1000).nullable().optional(),
    request: sentRequest.nullable().optional(),
    reason: longText('Reason', 4000).optional(),
    version: z.int().nullable().optional(),
  }),
  summary: 'Take the step that leads to a status; the reviewer’s amounts may come along',
})

export const adminChangeStatus = call({
  method: 'GET',
  path: `${path}/AdminChangeStatus/:requestId/:status`,
  access: agency('admin'),
  changes: true,
  answer: requestDetail,
  params: z.object({
    requestId: id('Request'),
    status: z.int().min(1).max(6).meta({ label: 'Status', kind: 'choice' }),
  }),
  query: z.object({ reason: z.string().max(4000).optional() }),
  summary: 'Force a status',
})

export const saveReplacementReview = call({
  method: 'POST',
  path: `${path}/SaveReplacementReview`,
  access: agency('write'),
  answer: requestDetail,
  body: z.object({
    requestId: id('Request'),
    version: z.int().nullable().optional(),
    approvedAmounts: z.array(approvedAmount).max(1000),
    agencyComments: longText('Internal agency comments', 4000).optional(),
    submittedAsException: flag('Submitted as exception').optional(),
    exceptionReason: longText('Reason for the exception', 1000).optional(),
  }),
  summary: 'Save the reviewer’s amounts, reasons and comments',
})

export const assignReviewer = call({
  method: 'POST',
  path: `${path}/AssignReviewer`,
  access: agency('write'),
  body: z.object({ requestId: id('Request'), userId: ref('Reviewer', 'User') }),
  answer: requestDetail,
  summary: 'Give a request to an analyst',
})
export const getReviewers = call({
  method: 'GET',
  path: `${path}/GetReviewers`,
  access: agency('read'),
  answer: z.array(z.object({ userId: z.int(), name: z.string() })),
  summary: 'Analysts a request can be given to',
})
export const recordPayment = call({
  method: 'POST',
  path: `${path}/RecordPayment`,
  access: agency('write'),
  answer: requestDetail,
  body: z.object({
    requestId: id('Request'),
    paidDate: day('Paid on'),
    checkNumber: text('Check number', 50),
    version: z.int().nullable().optional(),
  }),
  summary: 'Note when and by which check an approved request was paid',
})
