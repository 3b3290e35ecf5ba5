import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { day } from '#kernel/model/field.ts'
import { Holiday } from './entities.ts'

export const holidays = controller(Holiday, { path: '/api/Holiday', read: signedIn, write: agency('admin') })

export const getHolidaysByDate = call({
  method: 'GET',
  path: '/api/Holiday/GetHolidaysByDate',
  access: signedIn,
  query: z.object({ startDate: day('From').unwrap(), endDate: day('To').unwrap() }),
  answer: z.array(Holiday.row),
  summary: 'Holidays from a date to a date, both included',
})
