import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Queue } from '#engines/review/web/index.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { quarters } from '../model/quarters.ts'
import { quarterPages } from './quarterPages.tsx'

/** The work queue of all quarters the user may see. */
export default function AdminQueue() {
  const to = useIsAgency() ? '/TCAPAdminList' : '/TCAPProjectList'
  return (
    <Screen
      title="TCAP quarters"
      actions={
        <Anchor component={Link} to={to}>
          Properties in the program
        </Anchor>
      }
    >
      <Queue
        review={quarters}
        pages={quarterPages}
        empty="No quarters yet. A quarter begins with the first of its months."
      />
    </Screen>
  )
}
