import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id, text } from '#kernel/model/field.ts'
import { SavedView } from './entities.ts'

const { list, name, state, shared, isDefault } = SavedView.fields

/** A view in the list, with whether it is the caller's own, and its owner. */
const ViewLine = SavedView.row.extend({ mine: z.boolean(), ownerName: text('Owner', 200) })

export const getViews = call({
  method: 'GET',
  path: '/api/SavedView/GetViews',
  access: signedIn,
  answer: z.array(ViewLine),
  summary: 'The caller’s saved views of all lists, and those shared by colleagues',
})

export const saveView = call({
  method: 'POST',
  path: '/api/SavedView/SaveView',
  access: signedIn,
  body: z.object({ list, name, state, shared, isDefault }),
  answer: z.int(),
  summary: 'Save a view of a list, replacing the caller’s own with the same name; returns its id',
})

export const deleteView = call({
  method: 'DELETE',
  path: '/api/SavedView/DeleteView/:savedViewId',
  access: signedIn,
  params: z.object({ savedViewId: id() }),
  answer: z.boolean(),
  summary: 'Delete one of the caller’s saved views',
})
