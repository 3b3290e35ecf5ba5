import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { getToDo } from '../model/calls.ts'
import { DueList } from './DueList.tsx'
import css from './due.module.css'
import { ToDoTable } from './ToDoTable.tsx'

/** All to-dos of the user, as cards by due date or as a table to search and sort. */
export function Waiting() {
  const rows = useCall(getToDo, {})
  const [showsTable, setShowsTable] = useState(false)
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
        <Button variant="default" onClick={() => setShowsTable(!showsTable)}>
          {showsTable ? 'Show by day' : 'Show as a table'}
        </Button>
      </div>
      {showsTable ? (
        <ToDoTable rows={rows} caption="Waiting for you" of="everything" empty="" />
      ) : (
        <DueList rows={rows} />
      )}
    </>
  )
}
