import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';

/** A route whose page is loaded when it is opened first. @param name under which the module exports the page */
export const lazyPage = <Parent extends AnyRoute, const Path extends string, Name extends string>(
  parent: Parent,
  path: Path,
  load: () => Promise<Record<Name, FunctionComponent<object>>>,
  name: Name,
) => createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(load, name) });
