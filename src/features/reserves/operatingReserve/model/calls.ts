import { z } from 'zod'
import { propertyLine } from '#core/portfolio/properties/model/index.ts'
import { exceptionCall, itemCalls } from '#features/shared/invoicedItems/model/index.ts'
import { agency, permission, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { OperatingReserveRequestType, ReserveType } from './entities.ts'
import { facts } from './facts.ts'
import { operatingRequests } from './operating.ts'

const { path } = operatingRequests
const read = permission(facts.permission, 'read')
const typeListAccess = { read: signedIn, write: agency('admin') }

export const reserveTypes = controller(ReserveType, { path: '/api/ReserveType', ...typeListAccess })
export const requestTypes = controller(OperatingReserveRequestType, {
  path: '/api/OperatingReserveRequestType',
  ...typeListAccess,
})

export const requestItemCalls = itemCalls(operatingRequests, facts.permission, {
  changeStatus: 'ChangeOperatingStatus',
  checkDuplicates: 'CheckForOperatingDuplicates',
  upload: 'OperatingReserveFileUpload',
})

export const grantException = exceptionCall(operatingRequests)

export const getTypes = call({
  method: 'GET',
  path: `${path}/GetTypes`,
  access: read,
  answer: z.array(OperatingReserveRequestType.row),
  summary: 'Kinds of operating cost, with what an item of each kind requires',
})

export const getReviewTypes = call({
  method: 'GET',
  path: `${path}/GetReviewTypes`,
  access: read,
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
  summary: 'The possible decisions on an item',
})

export const getPropertyList = call({
  method: 'GET',
  path: `${path}/GetPropertyList`,
  access: read,
  answer: z.array(
    propertyLine.extend({
      balance: z.number(),
      openRequests: z.int(),
      lastApproved: z.string().nullable(),
    }),
  ),
  summary: 'Properties in scope with an operating reserve, with balance and open requests',
})

export const operatingDownload = call({
  method: 'GET',
  path: `${path}/OperatingDownload/:id`,
  access: read,
  params: z.object({ id: id() }),
  answer: z.string(),
  answerType: 'text/csv; charset=utf-8',
  summary: 'The items of a request as CSV, without data of households',
})
