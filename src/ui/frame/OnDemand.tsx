import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { NotOnPaper } from './PrintButton.tsx'
import { useOpenForPrint } from './printing.ts'
import { ScreenSkeleton } from './Screen.tsx'

/** A part of a screen that is loaded when the user presses its button. */
export function OnDemand({ title, children }: { title: string; children: () => ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  const show = useCallback(() => setIsShown(true), [])
  useOpenForPrint(isShown ? undefined : show)
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {isShown ? (
        <Suspense
          fallback={
            <>
              <ScreenSkeleton rows={3} />
              <NotOnPaper what={title} />
            </>
          }
        >
          {children()}
        </Suspense>
      ) : (
        <>
          <Button variant="default" onClick={show}>
            Show {title.toLowerCase()}
          </Button>
          <NotOnPaper what={title} />
        </>
      )}
    </section>
  )
}
