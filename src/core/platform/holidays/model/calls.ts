import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { day, flag, number } from '#kernel/model/field.ts'
import { Holiday } from './entities.ts'

export const holidays = controller(Holiday, { path: '/api/Holiday', read: signedIn, write: agency('admin') })

export const getHolidaysByDate = call({
  method: 'GET',
  path: '/api/Holiday/GetHolidaysByDate',
  access: signedIn,
  query: z.object({ startDate: day('From').unwrap(), endDate: day('To').unwrap() }),
  answer: z.array(Holiday.row),
  summary: 'Holidays between two dates, both included',
})

export const loadHolidayYear = call({
  method: 'POST',
  path: '/api/Holiday/LoadYear',
  access: agency('admin'),
  body: z.object({
    year: number('Year', 2000, 2100).unwrap(),
    state: flag('With the holidays of the state').optional(),
  }),
  answer: z.array(Holiday.row),
  summary:
    'Add the public holidays of a year, with those of the agency’s state unless `state` is false; existing ones stay unchanged. Returns those added',
})
