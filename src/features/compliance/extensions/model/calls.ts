import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { extensions } from './extensions.ts'

export const emailReviewComplete = call({
  method: 'POST',
  path: `${extensions.path}/EmailReviewComplete/:id`,
  access: agency('write'),
  params: z.object({ id: id() }),
  answer: z.boolean(),
  summary: 'Mail the decision again to everyone concerned; false if that was done within the last minute',
})
