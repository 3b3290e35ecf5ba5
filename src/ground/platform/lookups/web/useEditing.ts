import { type RefObject, useMemo, useRef, useState } from 'react'
import type { Controller } from '#kernel/model/controller.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'

/** A row of any list. */
export type Row = Record<string, unknown>

/** The key of a row that is not stored yet. */
export const NEW = 0

/** The edited row, its draft, and how it is stored or removed. */
export type Editing = {
  /** The key of the row; null while none is edited. */
  row: number | null
  /** The server's refusal, in its words. */
  fault: string
  draft: RefObject<Row>
  start: (row: Row) => void
  cancel: () => void
  save: () => Promise<void>
  remove: (id: number, name: string) => Promise<void>
}

/** The state of a list that is edited in place. */
export function useEditing(controller: Controller): Editing {
  const [row, setRow] = useState<number | null>(null)
  const [fault, setFault] = useState('')
  const draft = useRef<Row>({})
  const confirm = useConfirm()
  const create = useSend(controller.create, { quiet: true })
  const update = useSend(controller.update, { quiet: true })
  const removeRow = useSend(controller.remove, { quiet: true })
  return useMemo(() => {
    const { key } = controller.entity
    const open = (id: number | null) => {
      setFault('')
      setRow(id)
    }
    const trying = async (work: () => Promise<unknown>, successText: string) => {
      try {
        await work()
        open(null)
        notify(successText)
      } catch (error) {
        setFault(error instanceof ApiError ? error.message : 'It was not stored. Please try again.')
      }
    }
    return {
      row,
      fault,
      draft,
      start: (row) => {
        draft.current = { ...row }
        open(Number(row[key]))
      },
      cancel: () => open(null),
      save: () => {
        const { [key]: id, ...values } = draft.current
        return trying(
          () => (id ? update({ body: draft.current as never }) : create({ body: values })),
          'The list is saved.',
        )
      },
      remove: async (id, name) => {
        const text = 'A value that is in use stays.'
        const { confirmed } = await confirm({
          title: `Remove ${name}?`,
          text,
          confirmLabel: 'Remove',
          danger: true,
        })
        if (confirmed) await trying(() => removeRow({ params: { id } }), `${name} is removed.`)
      },
    }
  }, [row, fault, controller, confirm, create, update, removeRow])
}
