import { type ComponentType, Suspense } from 'react'
import {
  createHashRouter,
  type LoaderFunctionArgs,
  matchPath,
  type RouteObject,
  redirect,
  useLoaderData,
  useLocation,
  useRouteError,
} from 'react-router'
import { guard, type Verdict } from './guard.ts'
import { notify } from './notices.ts'
import { ReadOnlyProvider } from './readOnly.tsx'
import { paramsFit, type ScreenDeclaration } from './screens.ts'
import { currentSession } from './session.ts'

/** The app's frames around screens. */
export type Frames = {
  Public: ComponentType
  NotFound: ComponentType
  Skeleton: ComponentType
  Failed: ComponentType<{ error: unknown; retry: () => void }>
}

/** Every screen beyond the first ones, and the frame of those that need a session. */
export type Portal = { screens: readonly ScreenDeclaration[]; Main: ComponentType }

/**
 * The hash router over all screens (RTE-01…RTE-03, RTE-16), each loaded when first visited. `first` are
 * public ones that are known at once; the rest is fetched with the first address that is none of them.
 */
export function makeRouter(
  first: readonly ScreenDeclaration[],
  frames: Frames,
  portal: () => Promise<Portal>,
) {
  const framed = (Component: ComponentType, children: RouteObject[]): RouteObject => ({
    Component,
    HydrateFallback: frames.Skeleton,
    errorElement: <RouteFailure frames={frames} />,
    children,
  })
  const getRoutes = (screens: readonly ScreenDeclaration[]) =>
    screens.flatMap((screen) =>
      [screen.path, ...(screen.aliases ?? [])].map((path) => getRoute(screen, path, frames)),
    )
  let hasAllRoutes = false
  return createHashRouter(
    [framed(frames.Public, [...getRoutes(first), { path: '*', Component: frames.NotFound }])],
    {
      patchRoutesOnNavigation: async ({ path, patch, signal }) => {
        if (hasAllRoutes || first.some((screenDeclaration) => matchPath(screenDeclaration.path, path))) return
        const { screens, Main } = await portal()
        // A navigation abandoned for a newer address does not add the portal's routes; the newer one does.
        if (hasAllRoutes || signal.aborted) return
        hasAllRoutes = true
        const remaining = Object.groupBy(
          screens.filter((screen) => !first.includes(screen)),
          (screen) => screen.layout,
        )
        patch(null, [
          framed(frames.Public, getRoutes(remaining.public ?? [])),
          framed(Main, getRoutes(remaining.main ?? [])),
        ])
      },
    },
  )
}

const absent = Symbol('no such page')

function getRoute(declaration: ScreenDeclaration, path: string, frames: Frames): RouteObject {
  return {
    path,
    handle: { property: declaration.property },
    loader: ({ params, request }: LoaderFunctionArgs): Verdict => {
      if (!paramsFit(declaration, params)) throw absent
      const { pathname, search } = new URL(request.url)
      const verdict = guard(currentSession(), declaration, pathname + search, params)
      if ('redirect' in verdict) {
        if (verdict.redirect === '/') notify('Your account has no access to that page.', { kind: 'warning' })
        throw redirect(verdict.redirect)
      }
      return verdict
    },
    errorElement: <RouteFailure frames={frames} />,
    lazy: async () => {
      const { default: Content } = await declaration.load()
      return {
        element: (
          <Framed Content={Content} route={declaration.readOnly ?? false} Skeleton={frames.Skeleton} />
        ),
      }
    },
  }
}

/** NAV-01: each address begins without override; the guard's verdict is the global flag. */
function Framed({
  Content,
  route,
  Skeleton,
}: {
  Content: ComponentType
  route: boolean
  Skeleton: ComponentType
}) {
  const verdict = useLoaderData<Verdict>()
  const { pathname } = useLocation()
  return (
    <ReadOnlyProvider key={pathname} route={route} global={'readOnly' in verdict && verdict.readOnly}>
      <Suspense fallback={<Skeleton />}>
        <Content />
      </Suspense>
    </ReadOnlyProvider>
  )
}

function RouteFailure({ frames }: { frames: Frames }) {
  const error = useRouteError()
  if (error === absent || (error as { status?: number } | null)?.status === 404) return <frames.NotFound />
  return <frames.Failed error={error} retry={() => globalThis.location.reload()} />
}
