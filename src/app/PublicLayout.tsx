import { Suspense } from 'react'
import { Link, Outlet } from 'react-router'
import { Notices } from '#ui/frame/Notices.tsx'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'

/** The frame of screens that need no session. */
export function PublicLayout() {
  return (
    <>
      <header className="public-header">
        <Link to="/login">Rooftree</Link>
      </header>
      <main id="main" className="public-main">
        <Suspense fallback={<ScreenSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
      <Notices />
    </>
  )
}
