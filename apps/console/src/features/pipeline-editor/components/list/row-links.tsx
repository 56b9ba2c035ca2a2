import type { Port } from '@acequia/component-sdk/definition';
import { classNames, Icon, IconButton, Menu, MenuItem, MenuLabel, toneClass } from '@acequia/ui';
import { useState } from 'react';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { ListRow, RowLink } from '../../model/list-rows.ts';
import { editorTexts } from '../../texts.ts';
import { reveal } from '../canvas/reveal.ts';
import { useLinkRate, useServices, useView } from '../editor-context.ts';
import { portTitle } from '../port-title.ts';

/** Where a step's events come from. */
export function RowIncoming({ row }: { readonly row: ListRow }) {
  const t = useTexts(editorTexts);
  if (row.node.kind === 'label') return <span className="pe-quiet">{row.text.component}</span>;
  if (row.incoming.length === 0) return <span className="pe-quiet">{t('nothingIn')}</span>;
  return (
    <ul className="pe-row-links">
      {row.incoming.map((each) => (
        <li key={each.link.id}>
          <GoTo link={each} />
          <span className="pe-quiet">{portTitle({ id: each.link.from.port }, each.other, t)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Its ways out, each with what follows, and what could. */
export function RowPorts({ row }: { readonly row: ListRow }) {
  return (
    <ul className="pe-row-ports">
      {row.ports.map(({ port, links }) => (
        <li key={port.id}>
          <PortLine row={row} port={port} links={links} />
        </li>
      ))}
    </ul>
  );
}

function PortLine({ row, port, links }: { readonly row: ListRow; readonly port: Port; readonly links: readonly RowLink[] }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  const { readOnly, actions, findStep } = useServices();
  const rate = useLinkRate(row.node, port.id);
  const title = portTitle(port, row.node, t);
  const volume = rate && format.bytes(rate.bytes);
  return (
    <>
      <span
        className={classNames('pe-row-port', toneClass(port.kind === 'error' ? 'danger' : 'pipeline'))}
        title={t('portAbout', { port: title, kind: t(`portKind.${port.kind}`) })}
      >
        <span className="pe-port-dot" aria-hidden />
        {title}
      </span>
      {rate && volume && (
        <span className="pe-quiet ui-num">
          {format.compact(rate.events)} {t('eps')} · {volume.value} {volume.unit}/s
        </span>
      )}
      {links.length === 0 && <span className="pe-quiet">{t('portUnlinked')}</span>}
      {!readOnly && <LinkMenu row={row} port={port} title={title} />}
      {links.map((each) => (
        <span key={each.link.id} className="pe-row-link">
          <Icon name="arrow-right" size={12} />
          <GoTo link={each} />
          {!readOnly && (
            <>
              <button
                type="button"
                className="pe-mini"
                aria-label={t('insertHere', { from: row.text.title, to: each.name })}
                title={t('insertHere', { from: row.text.title, to: each.name })}
                onClick={() => {
                  actions.selectLink(each.link.id);
                  findStep();
                }}
              >
                <Icon name="plus" size={12} />
              </button>
              <button
                type="button"
                className="pe-mini"
                aria-label={t('removeLink', { name: each.name })}
                title={t('removeLink', { name: each.name })}
                onClick={() => actions.unlink([each.link.id])}
              >
                <Icon name="x" size={12} />
              </button>
            </>
          )}
        </span>
      ))}
    </>
  );
}

/** The steps that may follow a port; they are found when it is opened. */
function LinkMenu({ row, port, title }: { readonly row: ListRow; readonly port: Port; readonly title: string }) {
  const t = useTexts(editorTexts);
  return (
    <Menu
      align="start"
      label={t('linkPort', { port: title, name: row.text.title })}
      trigger={<IconButton icon="branch" size="sm" label={t('linkPort', { port: title, name: row.text.title })} />}
    >
      <LinkTargets row={row} port={port} />
    </Menu>
  );
}

function LinkTargets({ row, port }: { readonly row: ListRow; readonly port: Port }) {
  const t = useTexts(editorTexts);
  const { actions } = useServices();
  const view = useView();
  const from = { node: row.node.id, port: port.id };
  const [targets] = useState(() => view.document.nodes.filter((other) => actions.linkFault(from, other.id) === undefined));
  if (targets.length === 0) return <MenuLabel>{t('noTargets')}</MenuLabel>;
  return targets.map((other) => (
    <MenuItem key={other.id} onSelect={() => actions.link(from, other.id)}>
      {view.text(other.id).title}
      <span className="ui-menu-end">{view.text(other.id).component}</span>
    </MenuItem>
  ));
}

function GoTo({ link }: { readonly link: RowLink }) {
  const { actions } = useServices();
  return (
    <button
      type="button"
      className="ui-link"
      onClick={() => {
        actions.selectNode(link.other.id);
        reveal(link.other.id, true);
      }}
    >
      {link.name}
    </button>
  );
}
