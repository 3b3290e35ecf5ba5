import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { statusCalls } from '#kernel/model/statusCalls.ts'
import { ExtensionRequest } from './entities.ts'
import { extensionDetail } from './shapes.ts'

const path = '/api/ExtensionRequest'
const access = { read: permission('AFS', 'read'), write: permission('AFS', 'write') } as const

export const extensionRequests = controller(ExtensionRequest, { path, ...access })

export const extensionStatus = statusCalls({
  path,
  title: 'Extension request',
  ...access,
  answer: extensionDetail,
  row: extensionDetail,
})

export const extensionsByProject = call({
  method: 'GET',
  path: `${path}/GetByProjectId/:propertyId`,
  access: access.read,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(extensionDetail),
  summary: 'Extension requests of a property, newest first',
})

export const extensionWithActions = call({
  method: 'GET',
  path: `${path}/GetWithActions/:id`,
  access: access.read,
  params: z.object({ id: id() }),
  answer: extensionDetail,
  summary: 'One extension request with its task and what may be done next',
})

export const emailReviewComplete = call({
  method: 'POST',
  path: `${path}/EmailReviewComplete/:id`,
  access: agency('write'),
  params: z.object({ id: id() }),
  answer: z.boolean(),
  summary: 'Mails the decision again to everyone concerned; false when that was done within the minute',
})
