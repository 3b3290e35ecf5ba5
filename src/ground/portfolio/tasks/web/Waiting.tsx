import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { getToDo } from '../model/calls.ts'
import { DueList } from './DueList.tsx'
import css from './due.module.css'
import { ToDoTable } from './ToDoTable.tsx'

/** All to-dos of a person as cards by due date, and as a table to search and sort. */
export function Waiting() {
  const rows = useCall(getToDo, {})
  const [table, setTable] = useState(false)
  if (rows.length === 0)
    return (
      <>
        <h2>Waiting for you</h2>
        <EmptyState
          title="Nothing waits for you."
          text="Your company’s administrator decides what you may do at a property."
        />
      </>
    )
  return (
    <>
      <div className={css.head}>
        <h2>Waiting for you</h2>
        <Button variant="default" onClick={() => setTable(!table)}>
          {table ? 'Show by day' : 'Show as a table'}
        </Button>
      </div>
      {table ? (
        <ToDoTable rows={rows} caption="Waiting for you" of="everything" empty="" />
      ) : (
        <DueList rows={rows} />
      )}
    </>
  )
}
