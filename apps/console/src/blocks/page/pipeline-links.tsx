import { Link } from '@tanstack/react-router';
import { classNames, Icon } from '@acequia/ui';

export interface LinkedPipeline {
  readonly id: string;
  readonly name: string;
}

/** Pipelines by name, each a link into its editor. */
export function PipelineLinks({ pipelines, newTab = false }: { readonly pipelines: readonly LinkedPipeline[]; readonly newTab?: boolean }) {
  return (
    <ul className={classNames('ui-card overflow-auto', newTab && 'max-h-56')}>
      {pipelines.map(({ id, name }) => (
        <li key={id} className="border-b last:border-b-0">
          <Link
            to="/pipelines/$pipelineId/{-$version}"
            params={{ pipelineId: id, version: undefined }}
            {...(newTab ? { target: '_blank' } : {})}
            className="flex items-center gap-2 px-3 h-9 hover:bg-s2"
          >
            <Icon name="pipeline" size={14} className="text-muted" />
            <span className="truncate">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
